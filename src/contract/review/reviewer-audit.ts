import { z } from 'zod';
import { zDate, zId, zMoment } from '../shared/primitives.ts';

/** Decisions from that day on; of all time without it. */
export const zReviewerAudit = z.strictObject({ since: zDate('since').optional() });

/**
 * How somebody reviews. Undone decisions do not count. A decision is overturned when somebody else returned the sale
 * to review afterwards, or deleted it and nobody restored it.
 */
export const zReviewer = z.object({
  user_id: z.number(),
  username: z.string(),
  role: z.string(),
  account_status: z.string(),
  decisions: z.number(),
  approved: z.number(),
  rejected: z.number(),
  overturned: z.number(),
  /** Of the decisions, 0 to 1; null without a decision. */
  overturned_share: z.number().nullable(),
  /** From submission, or the last return to review, to the decision. */
  median_wait_seconds: z.number().nullable(),
  /** Between two decisions of one sitting (`LIMITS.review.sittingMinutes`). Null without such a pair. */
  median_seconds: z.number().nullable(),
  last_decision: zMoment.nullable(),
});
export type Reviewer = z.infer<typeof zReviewer>;
export const zReviewers = z.object({ data: z.array(zReviewer) });

/** A moment, or a day that begins at midnight UTC. */
export const zSince = z.union([zMoment, zDate('since')], {
  error: 'since must be a date like 2026-03-12 or a moment like 2026-03-12T18:00:00Z',
});

export const zReturnPreview = z.strictObject({ reviewer_id: zId('reviewer_id'), since: zSince });
export type ReturnPreview = z.infer<typeof zReturnPreview>;
export const zReturnStart = zReturnPreview.extend({
  /** Also suspends the reviewer, which signs them out at once. */
  suspend: z.boolean({ error: 'suspend must be true or false' }),
});

export type ReturnStart = z.infer<typeof zReturnStart>;

/** What the act would do: approvals that still stand. */
export const zReturnForecast = z.object({ username: z.string(), approvals: z.number() });
export type ReturnForecast = z.infer<typeof zReturnForecast>;

export const RETURN_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** Whether a return is still to go on. */
export const isUnfinished = (status: ReturnStatus): boolean => status === 'waiting' || status === 'running';

/** One act "return approvals since … to review", under way or done. */
export const zReturnRun = z.object({
  run_id: z.number(),
  reviewer: z.string(),
  since: zMoment,
  suspended: z.boolean(),
  requested_by: z.string().nullable(),
  status: z.enum(RETURN_STATUSES),
  /** Approvals found at the start, and how many of them are returned by now. */
  total: z.number(),
  returned: z.number(),
  created: zMoment,
  finished: zMoment.nullable(),
});
export type ReturnRun = z.infer<typeof zReturnRun>;
export const zReturnRunRef = z.strictObject({ run_id: zId('run_id') });
/** The last ones, newest first. */
export const zReturnRuns = z.object({ data: z.array(zReturnRun) });
