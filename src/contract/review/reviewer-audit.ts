import { z } from 'zod';
import { isCalendarDate } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { momentOf } from '../shared/moments.ts';
import { zDate, zId, zMoment } from '../shared/primitives.ts';
import { RUN_STATUSES } from '../shared/run-status.ts';

/** Counts decisions from `since`; all decisions without it. */
export const zReviewerAudit = z.strictObject({ since: zDate('since').optional() });

/**
 * Statistics of a reviewer, without undone decisions. A decision is overturned when another account later returned
 * the sale to review, or deleted it without a later restore. See `REVIEWER_FIGURES`.
 */
const zReviewer = z.object({
  user_id: z.number(),
  username: z.string(),
  role: z.string(),
  account_status: z.string(),
  decisions: z.number(),
  approved: z.number(),
  rejected: z.number(),
  overturned: z.number(),
  /** Share of the decisions, 0 to 1; null without decisions. */
  overturned_share: z.number().nullable(),
  median_wait_seconds: z.number().nullable(),
  /** Null without two decisions that count. */
  median_seconds: z.number().nullable(),
  last_decision: zMoment.nullable(),
});
export type Reviewer = z.infer<typeof zReviewer>;
export const zReviewers = z.object({ data: z.array(zReviewer) });

/** What the figures of a reviewer mean, as people read it. */
export const REVIEWER_FIGURES = [
  'Overturned: someone else later returned the sale to review or deleted it.',
  'Wait: median time from the submission, or the last return to review, to the decision.',
  `Pace: median time between consecutive decisions that are at most ${LIMITS.review.sittingMinutes} minutes apart.`,
];

const SINCE = {
  error: 'since must be a date like 2026-03-12 or a date and time like 2026-03-12T18:00:00Z',
};

/** A date and time, in UTC unless a zone is given, or a date, which starts at midnight UTC. */
export const zSince = z
  .string(SINCE)
  .refine((text) => isCalendarDate(text) || momentOf(text) !== null, SINCE)
  .transform((text) => momentOf(text)?.toISOString() ?? text);

/** The day that a return of all approvals starts at. */
export const EVER = '1970-01-01';

/** A return of the approvals by a reviewer since a moment, with the reviewer's own submissions that skipped review. */
export const zReturnRequest = z.strictObject({ reviewer_id: zId('reviewer_id'), since: zSince });
export type ReturnRequest = z.infer<typeof zReturnRequest>;

/** What a return would do: the number of approvals that it would return. */
export const zReturnPreview = z.object({ username: z.string(), approvals: z.number() });
export type ReturnPreview = z.infer<typeof zReturnPreview>;

/** A return of a reviewer's approvals to review, in progress or finished. */
export const zReturnRun = z.object({
  run_id: z.number(),
  reviewer: z.string(),
  since: zMoment,
  /** The reviewer was suspended with it. */
  suspended: z.boolean(),
  requested_by: z.string().nullable(),
  status: z.enum(RUN_STATUSES),
  /** Approvals found at the start, and the number returned so far. */
  total: z.number(),
  returned: z.number(),
  created: zMoment,
  finished: zMoment.nullable(),
});
export type ReturnRun = z.infer<typeof zReturnRun>;
export const zReturnRunRef = z.strictObject({ run_id: zId('run_id') });
/** The latest runs, newest first. */
export const zReturnRuns = z.object({ data: z.array(zReturnRun) });
