import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { values } from '../../db/query.ts';

/** SQL of a subquery: the number of the latest change that a statement sees; 0 when there is none. */
export const LATEST_SEQUENCE = '(select coalesce(max(sequence), 0) from sale_change)';

/** How `ReadServers` compares what servers show. */
export const SEQUENCE_SQL = {
  latest: LATEST_SEQUENCE,
  exists: 'exists (select from sale_change where sequence = $1)',
};

/**
 * The number of the latest change that is visible to this connection; 0 when there is none. What the connection reads
 * after the call includes every change up to that number, also on a standby.
 */
export async function readMarketSequence(em: EntityManager): Promise<number> {
  const [latest = 0] = await values(em)<number>`select ${sql.raw(LATEST_SEQUENCE)}`;
  return latest;
}
