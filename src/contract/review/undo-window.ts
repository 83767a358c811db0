import { LIMITS } from '../shared/limits.ts';

/** How long after a decision its reviewer can undo it, in milliseconds. */
export const UNDO_MS = LIMITS.review.undoSeconds * 1_000;

/** How long after a decision others act on it: by then, an undo that was in time has been committed. */
export const FINAL_MS = UNDO_MS + 500;

/** Whether a decision made at that time can no longer be undone; its submitter sees it from then on. */
export const isFinal = (decidedAt: Date, now: Date): boolean => now.getTime() - decidedAt.getTime() > UNDO_MS;
