import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The number of the latest change that is visible to this connection; 0 when there is none. What the connection reads
 * after the call includes every change up to that number, also on a standby.
 */
export async function readMarketSequence(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ latest: string }[]>(
    'select coalesce(max(sequence), 0) as latest from sale_change',
  );
  return Number(row?.latest);
}
