import { z } from 'zod';
import { pageFields, zId, zMoment, zOneOf, zPage } from '../shared/primitives.ts';
import { SALE_KINDS } from './kinds.ts';
import { zItemSale, zPokemonSale } from './sale.ts';
import { SALE_STATUSES } from './statuses.ts';

/** The viewer's own submissions, newest first. */
export const zSubmissionList = z.strictObject({
  kind: zOneOf('kind', SALE_KINDS).optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  ...pageFields,
});

/** A decision is hidden while it can be undone; `decided_at` is null until then. */
const submissionFields = { decided_at: zMoment.nullable() };

export const zSubmission = z.discriminatedUnion('kind', [
  zItemSale.extend({ kind: z.literal('item'), ...submissionFields }),
  zPokemonSale.extend({ kind: z.literal('pokemon'), ...submissionFields }),
]);
export type Submission = z.infer<typeof zSubmission>;

export const zSubmissionRef = z.strictObject({ id: zId('id') });

export const zSubmissionPage = zPage(zSubmission);

export const zSubmissionCounts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
});

/** Rejections that their submitter has not seen yet. */
export const zUnseenRejections = z.object({ count: z.number() });

/** Live update for a submitter: a submission has a final decision, or is in review again. */
export const zSubmissionUpdate = z.object({
  sale_id: z.number(),
  name: z.string(),
  status: z.enum(SALE_STATUSES),
});
export type SubmissionUpdate = z.infer<typeof zSubmissionUpdate>;
