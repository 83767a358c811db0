import { z } from 'zod';
import { REPORT_REASONS } from '../reports/report-values.ts';
import { SALE_STATUSES } from '../sale/statuses.ts';
import { zDay, zFraction } from '../shared/primitives.ts';

/** Another sale that a flag points to. */
const zNeighbour = z.object({
  sale_id: z.number(),
  status: z.enum(SALE_STATUSES),
  price: z.number(),
  date_sold: zDay,
});
export type Neighbour = z.infer<typeof zNeighbour>;

/** At most `LIMITS.review.shown` sales; `total` counts all. */
const neighbours = { sales: z.array(zNeighbour), total: z.number() };

/**
 * A warning for reviewers, with its evidence. No flag blocks a decision.
 *
 * - `duplicate`: the same name, price, day and traits.
 * - `near_duplicate`: like `duplicate`, but on different days at most `LIMITS.review.nearDays` apart.
 * - `same_proof`: the same thread as proof and the same name and traits; for items also the same price or a near day.
 * - `no_proof`: the submitter gave no link to a proof.
 * - `price`: more than three times, or less than a third of, the median of comparable sales.
 * - `first_sale`: the name is in the catalogue but has no approved sale yet.
 * - `reported`: players reported the sale, and it is in review again.
 * - `new_item`: the item is not in the catalogue; `nearest` is a similar known name.
 */
export const zSaleFlag = z.discriminatedUnion('flag', [
  z.object({ flag: z.literal('duplicate'), ...neighbours }),
  z.object({ flag: z.literal('near_duplicate'), ...neighbours }),
  z.object({ flag: z.literal('same_proof'), ...neighbours }),
  z.object({
    flag: z.literal('reported'),
    /** The most frequent reason first. */
    reasons: z.array(z.object({ reason: z.enum(REPORT_REASONS), reports: z.number() })),
  }),
  z.object({ flag: z.literal('no_proof') }),
  z.object({
    flag: z.literal('price'),
    /** The price divided by the median. */
    ratio: zFraction,
    /** The price of an actual sale: the lower of the two middle prices for an even number of sales. */
    median: z.number(),
    comparable: z.number(),
  }),
  z.object({ flag: z.literal('first_sale') }),
  z.object({ flag: z.literal('new_item'), nearest: z.string().nullable() }),
]);
export type SaleFlag = z.infer<typeof zSaleFlag>;
export type FlagName = SaleFlag['flag'];
