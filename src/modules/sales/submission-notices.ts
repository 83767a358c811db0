import type { EntityManager } from '@mikro-orm/postgresql';
import type { Correction } from '../../contract/inbox/inbox.ts';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import type { Decision } from '../../contract/sale/statuses.ts';
import { addMs } from '../../contract/shared/dates.ts';
import { query, values } from '../../db/query.ts';
import { publish } from '../../events/publish.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueueAll } from '../../queue/outbox.ts';
import { addToInbox, type NewEntry } from '../inbox/inbox.ts';
import { chosenNotices, noticeSettingsOfAll } from '../inbox/notice-settings.queries.ts';
import type { WriteScope } from '../scope.ts';
import { correctionsOf } from './corrections.queries.ts';

const STEP = 200;

/** A decision, identified by the sale and its `decided_at`. */
export interface DecisionRef {
  sale_id: number;
  decided_at: string;
}

/** Schedules the notification of the submitters for when the decisions are final, in the caller's transaction. */
export async function scheduleDecisionNotices(
  em: EntityManager,
  decisions: readonly DecisionRef[],
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
  const cancelled = await values(em)<number>`
    delete from decision_notice where sale_id = any(${saleIds}) returning sale_id`;
  return new Set(cancelled);
}

/** Whether the submitter of a decided sale, which the caller has locked, has not been notified of the decision yet. */
export async function awaitsDecisionNotice(em: EntityManager, saleId: number): Promise<boolean> {
  const rows = await query(em)`select from decision_notice where sale_id = ${saleId}`;
  return rows.length > 0;
}

export interface FinalDecision {
  sale_id: number;
  submitted_by: number;
  name: string;
  status: Decision;
  review_notes: string | null;
  /** ISO 8601. */
  decided_at: string;
}

function entryOf(
  notice: Decision | 'corrected',
  { sale_id, submitted_by: user_id, name, review_notes, decided_at }: FinalDecision,
  changes: Correction[],
): NewEntry {
  const common = { user_id, sale_id, key: `${sale_id} ${decided_at}` };
  if (notice === 'approved') return { ...common, kind: 'submission_approved', data: { name } };
  return notice === 'rejected'
    ? { ...common, kind: 'submission_rejected', data: { name, reason: review_notes } }
    : { ...common, kind: 'submission_corrected', data: { name, changes } };
}

/** Notifies submitters of final decisions, and of the corrections before them, in the caller's transaction. */
export async function notifyDecided(
  { em, clock }: WriteScope,
  decisions: readonly FinalDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const settings = await noticeSettingsOfAll(
    em,
    decisions.map(({ submitted_by }) => submitted_by),
  );
  const corrections = await correctionsOf(
    em,
    decisions.map(({ sale_id }) => sale_id),
  );
  const entries: NewEntry[] = [];
  const mails: DecisionRef[] = [];
  for (const decision of decisions) {
    const { sale_id, decided_at, submitted_by, status } = decision;
    const changes = corrections(sale_id);
    const chosenBy = (channel: 'inbox' | 'email') =>
      chosenNotices(settings(submitted_by), status, changes, channel);
    entries.push(...chosenBy('inbox').map((notice) => entryOf(notice, decision, changes)));
    if (chosenBy('email').length > 0) mails.push({ sale_id, decided_at });
  }
  await addToInbox(em, entries, clock.now());
  await enqueueAll(em, JOBS.submissionDecidedMail, mails);
}

/**
 * Notifies the submitters of decisions that became final, at most 200 per call, in its own transaction. Locks the sales,
 * so that a decision is either announced or withdrawn; those locked by others wait for the next call, and
 * deleted ones until they are restored.
 *
 * @returns whether more may be waiting
 */
export async function publishDecisions({ em, clock }: WriteScope): Promise<boolean> {
  const final = addMs(clock.now(), -FINAL_MS);
  return em.transactional(async () => {
    const rows = await query(em)<FinalDecision & { is_current: boolean | null }>`
      with due as (
        select n.notice_id, s.sale_id, s.submitted_by, s.name, s.status, s.review_notes, s.decided_at,
          s.decided_at = n.decided_at and s.submitted_by is not null as is_current
        from decision_notice n join sale s using (sale_id)
        where n.decided_at <= ${final} and s.deleted_at is null order by n.decided_at limit ${STEP} for update skip locked),
      taken as (delete from decision_notice where notice_id in (select notice_id from due))
      select * from due order by notice_id`;
    const decisions = rows
      .filter(({ is_current }) => is_current)
      .map(({ is_current: _, ...decided }) => decided);
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

/** A decided sale whose submitter knew the decision, and that is pending again. */
interface ReturnedSale {
  sale_id: number;
  submitted_by: number;
  name: string;
  version: number;
}

/** Notifies submitters of sales that returned to review, in the caller's transaction. */
export async function notifyReturned(
  { em, clock }: WriteScope,
  sales: readonly ReturnedSale[],
): Promise<void> {
  if (sales.length === 0) return;
  const settings = await noticeSettingsOfAll(
    em,
    sales.map(({ submitted_by }) => submitted_by),
  );
  const chosenBy = (channel: 'inbox' | 'email') =>
    sales.filter(({ submitted_by }) => settings(submitted_by).returned[channel]);
  await addToInbox(
    em,
    chosenBy('inbox').map(({ sale_id, submitted_by: user_id, name, version }) => ({
      kind: 'submission_returned',
      user_id,
      sale_id,
      key: `${sale_id} v${version}`,
      data: { name },
    })),
    clock.now(),
  );
  await enqueueAll(
    em,
    JOBS.submissionReturnedMail,
    chosenBy('email').map(({ sale_id }) => ({ sale_id })),
  );
}
