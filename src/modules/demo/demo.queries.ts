import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from '../../db/query.ts';
import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import { DEMO_KEY } from '../sales/sale.entity.ts';
import type { FinalDecision } from '../sales/submission-notices.ts';

const SHOWN = sql<{ found: boolean }>`select exists (select from sale
  where import_key like ${sql.lit(`${DEMO_KEY}%`)} and status = 'approved' and deleted_at is null) as found`;

/** Whether visitors can see any generated sale. */
export async function hasDemoSales(reads: ReadPool): Promise<boolean> {
  const [row] = await reads.rows(SHOWN);
  return row?.found ?? false;
}

/** The ids of sales by import key. */
export async function saleIdsByKey(em: EntityManager, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await query(em)<{ import_key: string; sale_id: number }>`
    select import_key, sale_id from sale where import_key = any(${[...keys]})`;
  return new Map(rows.map(({ import_key, sale_id }) => [import_key, sale_id]));
}

/** The latest decisions on an account's sales in a period. */
export async function latestDecisions(
  em: EntityManager,
  { userId, from, to, limit }: { userId: number; from: Date; to: Date; limit: number },
): Promise<FinalDecision[]> {
  return query(em)<FinalDecision>`
    select sale_id, submitted_by, name, status, review_notes, decided_at from sale
    where submitted_by = ${userId} and status <> 'pending' and decided_at between ${from} and ${to}
    order by decided_at desc, sale_id desc limit ${limit}`;
}
