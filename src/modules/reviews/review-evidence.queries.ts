import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Viewer } from '../../contract/accounts/roles.ts';
import type { ReviewDetail, SaleEventView } from '../../contract/review/review.ts';
import { proofOf } from '../../contract/sale/proof.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query, values, where } from '../../db/query.ts';
import { visibleTo } from '../market/sale.filter.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';
import { countByStatus, countRows } from '../paging.ts';
import { presentChanges, type RecordedValues } from '../sales/sale-event.presenter.ts';

/** The proof of a sale and the other sales of its thread that the viewer may see, newest first. */
export async function proofEvidence(
  em: EntityManager,
  viewer: Viewer,
  { sale_id, proof_url }: Pick<SaleRow, 'sale_id' | 'proof_url'>,
): Promise<ReviewDetail['proof']> {
  if (proof_url === null) return null;
  const proof = proofOf(proof_url);
  const others = where([
    ...visibleTo(viewer),
    sql`s.proof_thread = ${proof.thread}`,
    sql`s.sale_id <> ${sale_id}`,
  ]);
  const [found, total] = await Promise.all([
    query(em)<SaleRow>`select ${SALE_COLUMNS} from sale s ${others}
      order by s.date_submitted desc, s.sale_id desc limit ${LIMITS.review.shown}`,
    countRows(em, sql`sale s ${others}`),
  ]);
  return { ...proof, sales: found.map((row) => presentAnySale(row, viewer)), total };
}

/** The decisions on a submitter's latest submissions, and whether the account is suspended; null when the submitter is unknown. */
export async function submitterRecord(
  em: EntityManager,
  submitter: number | null,
): Promise<ReviewDetail['record']> {
  if (submitter === null) return null;
  const [{ approved, rejected }, [suspended = false]] = await Promise.all([
    countByStatus(
      em,
      sql`(select status from sale where submitted_by = ${submitter} and status <> 'pending' and deleted_at is null
        order by decided_at desc, sale_id desc limit ${LIMITS.review.record}) last`,
    ),
    values(em)<boolean>`select account_status = 'Suspended' and deleted_at is null from account
      where user_id = ${submitter}`,
  ]);
  return { approved, rejected, suspended };
}

interface EventRow extends Omit<SaleEventView, 'changes'> {
  before: RecordedValues;
  after: RecordedValues;
}

/** A sale's history, oldest event first; actors have the current names of their accounts. */
export async function saleHistory(em: EntityManager, saleId: number): Promise<SaleEventView[]> {
  const rows = await query(em)<EventRow>`
    select e.event_id, e.type, e.at, coalesce(account.username, e.actor_name) as by, e.notes, e.before, e.after
    from sale_event e left join account on account.user_id = e.actor_id
    where e.sale_id = ${saleId} order by e.event_id`;
  return rows.map(({ before, after, ...event }) => ({ ...event, changes: presentChanges(before, after) }));
}
