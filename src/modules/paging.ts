import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import type { SaleStatus } from '../contract/sale/statuses.ts';
import { LIMITS } from '../contract/shared/limits.ts';
import { formatNumber } from '../contract/shared/plural.ts';
import { type Page, pageOf } from '../contract/shared/primitives.ts';
import { query, values } from '../db/query.ts';
import { invalidField } from '../lib/errors.ts';

export interface PageRequest {
  page?: number | undefined;
  limit?: number | undefined;
}

/**
 * Page, limit and offset of a list, with defaults.
 *
 * @throws DomainError invalid when `page × limit` exceeds 100,000 rows (docs/api.md "Ground rules").
 */
export function pageBounds({ page = 1, limit = LIMITS.list.default }: PageRequest) {
  if (page * limit > LIMITS.offset) {
    const maxRows = formatNumber(LIMITS.offset);
    throw invalidField('page', `Lists are limited to ${maxRows} rows: narrow the filter to see more`);
  }
  return { page, limit, offset: (page - 1) * limit };
}

/** The values in batches of a size; the last one may be smaller. */
export function* batches<T>(values: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}

/**
 * All rows of a list that is read in batches.
 *
 * @param next reads at most `size` rows after the last one of the batch before
 */
export async function* inBatches<Row>(
  size: number,
  next: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const batch = await next(last);
    yield* batch;
    last = batch.length < size ? undefined : batch.at(-1);
  } while (last !== undefined);
}

interface List {
  columns: RawBuilder<unknown>;
  /** The table with the conditions on it. */
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/** The number of rows of a table with conditions. */
export async function countRows(em: EntityManager, from: RawBuilder<unknown>): Promise<number> {
  const [total = 0] = await values(em)<number>`select count(*) from ${from}`;
  return total;
}

/** The number of sales in each status. @param from a table or subquery with a column `status` */
export async function countByStatus(
  em: EntityManager,
  from: RawBuilder<unknown>,
): Promise<Record<SaleStatus, number>> {
  const rows = await query(em)<{ status: SaleStatus; sales: number }>`
    select status, count(*)::int as sales from ${from} group by status`;
  const counts = { pending: 0, approved: 0, rejected: 0 };
  for (const { status, sales } of rows) counts[status] = sales;
  return counts;
}

/** One page of a list, with the total number of its rows. @throws DomainError as `pageBounds` does */
export async function readPage<Row>(
  em: EntityManager,
  { columns, from, order }: List,
  request: PageRequest,
): Promise<Page<Row>> {
  const { page, limit, offset } = pageBounds(request);
  const [rows, total] = await Promise.all([
    query(em)<Row>`select ${columns} from ${from} ${order} limit ${limit} offset ${offset}`,
    countRows(em, from),
  ]);
  return pageOf(rows, page, limit, total);
}
