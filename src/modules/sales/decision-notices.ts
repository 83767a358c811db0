import type { EntityManager } from '@mikro-orm/postgresql';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import { isoTime } from '../../db/iso-time.ts';
import { query } from '../../db/query.ts';
import { publish } from '../../events/publish.ts';
import type { WriteScope } from '../scope.ts';
import { type FinalDecision, notifyDecided } from './submission-notices.ts';

const STEP = 200;

/** A notice that was taken, with its sale. */
type DecisionRow = FinalDecision & { is_current: boolean | null };

/** A decision, identified by the sale and its `decided_at`. */
export interface Decision {
  sale_id: number;
  decided_at: string;
}

/** Schedules the notification of the submitters for when the decisions are final, in the caller's transaction. */
export async function scheduleDecisionNotices(
  em: EntityManager,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await query(em)`insert into decision_notice (sale_id, decided_at)
    select * from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb)
      as decision(sale_id int, decided_at timestamptz)`;
}

/**
 * Removes the notices of decisions on these locked sales that are withdrawn, in the caller's transaction.
 *
 * @returns the sales whose submitters have not been notified; they never will be
 */
export async function cancelDecisionNotices(
  em: EntityManager,
  saleIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query(em)<{ sale_id: number }>`
    delete from decision_notice where sale_id = any(${saleIds}) returning sale_id`;
  return new Set(rows.map(({ sale_id }) => sale_id));
}

/** Whether the submitter of a decided sale, which the caller has locked, has not been notified of the decision yet. */
export async function awaitsDecisionNotice(em: EntityManager, saleId: number): Promise<boolean> {
  const rows = await query(em)`select from decision_notice where sale_id = ${saleId}`;
  return rows.length > 0;
}

/**
 * Notifies the submitters of decisions that became final, at most 200 per call, in its own transaction. Locks the sales,
 * so that a decision is either announced or withdrawn; those that somebody else has locked wait for the next call.
 *
 * @returns whether more may be waiting
 */
export async function publishDecisions({ em, clock }: WriteScope): Promise<boolean> {
  const final = new Date(clock.now().getTime() - FINAL_MS);
  return em.transactional(async () => {
    const rows = await query(em)<DecisionRow>`
      with due as (
        select n.notice_id, s.sale_id, s.submitted_by, s.name, s.status, s.review_notes, s.decided_at,
          s.decided_at = n.decided_at and s.deleted_at is null and s.submitted_by is not null as is_current
        from decision_notice n join sale s using (sale_id)
        where n.decided_at <= ${final} order by n.decided_at limit ${STEP} for update skip locked),
      taken as (delete from decision_notice where notice_id in (select notice_id from due))
      select * from due order by notice_id`;
    const decisions = rows
      .filter(({ is_current }) => is_current)
      .map(({ is_current: _, decided_at, ...decided }) => ({
        ...decided,
        decided_at: isoTime(decided_at),
      }));
    await notifyDecided({ em, clock }, decisions);
    await publish(
      em,
      decisions.map(({ sale_id, submitted_by, name, status }) => ({
        type: 'submission.decided',
        sale_id,
        submitted_by,
        name,
        status,
      })),
    );
    return rows.length === STEP;
  });
}
