import type { Correction } from '../../contract/inbox/inbox.ts';
import { submissionDecidedMail, submissionReturnedMail } from '../../queue/definitions.ts';
import { enqueueAll } from '../../queue/outbox.ts';
import { addToInbox, type NewEntry } from '../inbox/inbox.ts';
import { noticeSettingsOf } from '../inbox/notice-settings.queries.ts';
import type { WriteScope } from '../scope.ts';
import { correctionsOf } from './corrections.queries.ts';

/** A decision that became final. */
export interface FinalDecision {
  sale_id: number;
  submitted_by: number;
  name: string;
  status: 'approved' | 'rejected';
  review_notes: string | null;
  /** ISO 8601. */
  decided_at: string;
}

/** The entries about a decision and about the corrections before it. */
function entriesOf(
  { sale_id, submitted_by: user_id, name, status, review_notes, decided_at }: FinalDecision,
  changes: Correction[],
) {
  const common = { user_id, sale_id, key: `${sale_id} ${decided_at}` };
  const decided: NewEntry =
    status === 'approved'
      ? { ...common, kind: 'submission_approved', data: { name } }
      : { ...common, kind: 'submission_rejected', data: { name, reason: review_notes } };
  const corrected: NewEntry = { ...common, kind: 'submission_corrected', data: { name, changes } };
  return { decided, corrected };
}

/** Notifies submitters of final decisions, and of the corrections before them, in the caller's transaction. */
export async function notifyDecided(
  { em, clock }: WriteScope,
  decisions: readonly FinalDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const settings = await noticeSettingsOf(
    em,
    decisions.map(({ submitted_by }) => submitted_by),
  );
  const corrections = await correctionsOf(
    em,
    decisions.map(({ sale_id }) => sale_id),
  );
  const entries: NewEntry[] = [];
  const mails: Pick<FinalDecision, 'sale_id' | 'decided_at'>[] = [];
  for (const decision of decisions) {
    const { sale_id, decided_at, submitted_by, status } = decision;
    const changes = corrections(sale_id);
    const chosen = settings(submitted_by);
    const { decided, corrected } = entriesOf(decision, changes);
    if (chosen[status].inbox) entries.push(decided);
    if (changes.length > 0 && chosen.corrected.inbox) entries.push(corrected);
    if (chosen[status].email || (changes.length > 0 && chosen.corrected.email))
      mails.push({ sale_id, decided_at });
  }
  await addToInbox(em, entries, clock.now());
  await enqueueAll(em, submissionDecidedMail, mails);
}

/** A decided sale whose submitter knew the decision, and that is pending again. */
export interface ReturnedSale {
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
  const settings = await noticeSettingsOf(
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
    submissionReturnedMail,
    chosenBy('email').map(({ sale_id }) => ({ sale_id })),
  );
}
