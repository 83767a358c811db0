import { z } from 'zod';
import { SALE_KINDS } from './kinds.ts';
import { LIMITS } from './limits.ts';
import { pageFields, zDate, zOneOf, zPage, zQueryInt, zSearch } from './primitives.ts';
import { SALE_STATUSES, zItemSale, zPokemonSale } from './sale.ts';

export const REVIEW_SCOPES = ['pending', 'all'] as const;
export type ReviewScope = (typeof REVIEW_SCOPES)[number];

/** The review screen's list: both kinds together, oldest first under pending, newest first under all. */
export const zReviewList = z.strictObject({
  scope: zOneOf('scope', REVIEW_SCOPES),
  kind: zOneOf('kind', SALE_KINDS).optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  name: zSearch('name').optional(),
  submitter: zSearch('submitter').optional(),
  min_price: zQueryInt('min_price', 0, LIMITS.price.max).optional(),
  max_price: zQueryInt('max_price', 0, LIMITS.price.max).optional(),
  date_from: zDate('date_from').optional(),
  date_to: zDate('date_to').optional(),
  ...pageFields,
});

/** A sale of either kind, told apart by `kind`. */
export const zReviewSale = z.discriminatedUnion('kind', [
  zItemSale.extend({ kind: z.literal('item') }),
  zPokemonSale.extend({ kind: z.literal('pokemon') }),
]);
export type ReviewSale = z.infer<typeof zReviewSale>;

export const zReviewPage = zPage(zReviewSale);

/** What the viewer may see in each tab: pending sales, and sales of every status. */
export const zReviewCounts = z.object({ pending: z.number(), all: z.number() });
