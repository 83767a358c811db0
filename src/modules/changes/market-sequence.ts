import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A query for the number of the latest change that is visible to a connection; 0 when there is none. What the connection
 * reads afterwards includes every change up to that number, also on a standby.
 */
export const MARKET_SEQUENCE = 'select coalesce(max(sequence), 0) as sequence from sale_change';

/** The number of `MARKET_SEQUENCE`. */
export async function readMarketSequence(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ sequence: string }[]>(MARKET_SEQUENCE);
  return Number(row?.sequence);
}
