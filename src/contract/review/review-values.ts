import { LIMITS } from '../shared/limits.ts';
export const REVIEW_SCOPES = ['pending', 'reported', 'all'] as const;
export type ReviewScope = (typeof REVIEW_SCOPES)[number];

/** Templates for common rejection reasons; the reviewer can edit the text before sending. */
export const REJECTION_REASONS = [
  'There is no proof of this sale. Please submit it again with a link to the finished auction.',
  'The proof shows a different price.',
  'The proof shows different traits.',
  'The auction in the proof is not finished.',
  'This sale is already in the history.',
  'The proof cannot be opened.',
] as const;

/** Whether a text is one of the templates, unchanged. */
export const isRejectionReason = (text: string): boolean =>
  REJECTION_REASONS.some((reason) => reason === text);

/** How long after a decision its reviewer can undo it, in milliseconds. */
export const UNDO_MS = LIMITS.review.undoSeconds * 1_000;

/** How long after a decision others act on it: by then, an undo that was in time has been committed. */
export const FINAL_MS = UNDO_MS + 500;

/** Whether a decision made at that time can no longer be undone; its submitter sees it from then on. */
export const isFinal = (decidedAt: Date, now: Date): boolean => now.getTime() - decidedAt.getTime() > UNDO_MS;
