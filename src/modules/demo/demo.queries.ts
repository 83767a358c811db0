import { sql } from 'kysely';
import type { ReadPool } from '../../db/read-pool.ts';

/** Begins the import key of every generated sale. The index `sale_demo_index` finds them by it. */
export const DEMO_KEY = 'demo-';

const SHOWN = sql<{ found: boolean }>`select exists (select from sale
  where import_key like ${sql.lit(`${DEMO_KEY}%`)} and status = 'approved' and deleted_at is null) as found`;

/** Whether visitors can see any generated sale. */
export async function hasDemoSales(reads: ReadPool): Promise<boolean> {
  const [row] = await reads.rows(SHOWN);
  return row?.found ?? false;
}
