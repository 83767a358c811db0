import { z } from 'zod';
import { zChart } from '../market/market.ts';
import { zDays } from '../market/sale-filter.ts';
import { pageFields, zDate, zMoment, zOneOf, zPage } from '../shared/primitives.ts';
import { SALE_KINDS } from './kinds.ts';
import { zAnySaleWith } from './sale.ts';
import { SALE_STATUSES } from './statuses.ts';

/** The viewer's own submissions, newest first. */
export const zSubmissionList = z.strictObject({
  kind: zOneOf('kind', SALE_KINDS).optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  ...pageFields,
});

/** The submission that corrects a rejected one; the newest, if there are several. */
export const zResubmission = z.object({ sale_id: z.number(), status: z.enum(SALE_STATUSES) });
export type Resubmission = z.infer<typeof zResubmission>;

/** A decision is hidden while it can be undone; `decided_at` is null until then. */
export const zSubmission = zAnySaleWith({
  decided_at: zMoment.nullable(),
  resubmitted: zResubmission.nullable(),
});
export type Submission = z.infer<typeof zSubmission>;

export const zSubmissionPage = zPage(zSubmission);

/** A pending submission of the viewer that is probably the sale they are about to submit; null without one. */
export const zSameSubmission = z.object({ sale_id: z.number(), date_submitted: zMoment }).nullable();
export type SameSubmission = NonNullable<z.infer<typeof zSameSubmission>>;

export const zSubmissionCounts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
});

/** Asks for the prices of the viewer's own approved sales. Without a kind, for the kind of which there are more. */
export const zOwnSalesInput = z.strictObject({
  kind: zOneOf('kind', SALE_KINDS).optional(),
  /** The length of the window that ends today; the longest one by default. */
  days: zDays.unwrap().meta({ description: 'All time by default' }).optional(),
  date_from: zDate('date_from').optional(),
  date_to: zDate('date_to').optional(),
});

/** The viewer's own approved sales of one kind, as points, with the number of each kind in all time. */
export const zOwnSales = zChart.extend({
  kind: z.enum(SALE_KINDS),
  kinds: z.object({ item: z.number(), pokemon: z.number() }),
});
export type OwnSales = z.infer<typeof zOwnSales>;

/** Live update for a submitter: a submission has a final decision, or is in review again. */
export const zSubmissionUpdate = z.object({
  sale_id: z.number(),
  name: z.string(),
  status: z.enum(SALE_STATUSES),
});
export type SubmissionUpdate = z.infer<typeof zSubmissionUpdate>;
