import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { type Decision, STATUS_LABELS } from '../../../../src/contract/sale/statuses.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { serverNow } from '../../../lib/clock.ts';
import { localMoment } from '../../../lib/local-moment.ts';
import { errorData, errorText } from '../../../lib/server/errors.ts';
import { CHANGED_MEANWHILE, isStaleVersion } from '../../../sales/sale-version.ts';
import type { UndoableDecision } from './decisions.ts';

/** `at 14:05` in the reader's time zone, with the date from 12 hours after it on. */
function timeLabel(iso: string, now: number): string {
  const [day, time] = localMoment(iso, 'minute').split(', ');
  return now - Date.parse(iso) < DAY_MS / 2 ? `at ${time}` : `on ${day} at ${time}`;
}

/** The button that rejects at once; Enter needs a reason. */
export const REJECT_WITHOUT_REASON = 'Reject without a reason';
export const REASON_MISSING = 'Choose or write a reason.';

/** Who decided first, and when. */
export const decidedFirst = ({ by, at }: { by: string | null; at: string }): string =>
  `Decided${by === null ? '' : ` by ${by}`} ${timeLabel(at, serverNow().getTime())}.`;

/** Of a sale that was on screen: reviewers cannot see deleted ones. */
export const GONE = 'This sale was withdrawn or deleted.';

/** The message for a failed review; names who decided first. */
export function reviewFailure(error: unknown, fallback: string): string {
  if (isStaleVersion(error)) return CHANGED_MEANWHILE;
  const data = errorData(error);
  if (data?.reason === 'NOT_FOUND') return GONE;
  const decided = data?.decided;
  const message = errorText(error, fallback);
  return decided ? `${message} ${decidedFirst(decided)}` : message;
}

const DECISION_FAILED: Record<Decision, string> = {
  approved: MESSAGES.approveFailed,
  rejected: MESSAGES.rejectFailed,
};

export const decisionFailure = (error: unknown, status: Decision): string =>
  reviewFailure(error, DECISION_FAILED[status]);

export const undoFailure = (error: unknown): string => reviewFailure(error, 'Failed to undo the decision');

/** True when someone else decided or changed the sale first. */
export const isConflict = (error: unknown): boolean => errorData(error)?.httpStatus === 409;

/** Whether a sale was deleted by its submitter. */
const isWithdrawn = ({ deleted_by, submitted_by_username }: ReviewSale): boolean =>
  deleted_by !== null && deleted_by === submitted_by_username;

/** What happened to a deleted sale, in a word. */
export const deletedLabel = (sale: ReviewSale): string => (isWithdrawn(sale) ? 'Withdrawn' : 'Deleted');

/** The outcome of a sale and who decided it: `Approved by misty_w at 14:05`. Null while it waits. */
export function outcomeLabel(sale: ReviewSale, reader: string | undefined, now: number): string | null {
  const { deleted_at, deleted_by, status, decided } = sale;
  if (deleted_at) {
    return isWithdrawn(sale)
      ? `Withdrawn by the submitter ${timeLabel(deleted_at, now)}`
      : actionLabel('Deleted', { by: deleted_by, at: deleted_at }, reader, now);
  }
  if (status === 'pending') return null;
  const label = STATUS_LABELS[status];
  return decided ? actionLabel(label, decided, reader, now) : label;
}

const actorLabel = (name: string | null, reader: string | undefined): string =>
  name === null ? '' : ` by ${name === reader ? 'you' : name}`;

/** An action, who did it and when: `Returned to review by misty_w at 14:05`. */
export const actionLabel = (
  action: string,
  { by, at }: { by: string | null; at: string },
  reader: string | undefined,
  now: number,
): string => `${action}${actorLabel(by, reader)} ${timeLabel(at, now)}`;

/** A duration, rounded down: `42 s`, `12 min`, `5 h`, `3 days`. A unit is used from two of it on. */
export function durationText(seconds: number): string {
  const ms = seconds * 1_000;
  if (ms < 2 * MINUTE_MS) return `${Math.floor(seconds)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : counted(Math.floor(ms / DAY_MS), 'day');
}

/** How long something has waited: `now`, `5 min`, `3 h`, `2 days`. */
export function ageLabel(iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  return ms < 2 * MINUTE_MS ? 'now' : durationText(ms / 1_000);
}

/** What was decided on: `Garchomp, sale #12`, or `5 sales`. */
export function decisionSubject({ sales }: Pick<UndoableDecision, 'sales'>): string {
  const [only, ...others] = sales;
  return only && others.length === 0 ? only.reference : counted(sales.length, 'sale');
}

/** `Approved Garchomp, sale #12` */
export const decisionLabel = (decision: Pick<UndoableDecision, 'status' | 'sales'>): string =>
  `${STATUS_LABELS[decision.status]} ${decisionSubject(decision)}`;
