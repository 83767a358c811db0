import { z } from 'zod';
import { SALE_KINDS } from '../sale/kinds.ts';
import { DECISIONS, SALE_STATUSES, zAnySale, zItemSale, zPokemonSale, zReviewNotes } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import {
  pageFields,
  wholeNumber,
  zDate,
  zId,
  zMoment,
  zOneOf,
  zPage,
  zQueryBool,
  zQueryInt,
  zSearch,
} from '../shared/primitives.ts';
import { zSaleFlag } from './flags.ts';

export const REVIEW_SCOPES = ['pending', 'all'] as const;
export type ReviewScope = (typeof REVIEW_SCOPES)[number];

/** The review screen's list: both kinds together, oldest first under pending, newest first under all. */
export const zReviewList = z.strictObject({
  scope: zOneOf('scope', REVIEW_SCOPES),
  kind: zOneOf('kind', SALE_KINDS).optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  name: zSearch('name').optional(),
  submitter: zSearch('submitter').optional(),
  /** Who decided it. */
  reviewer: zSearch('reviewer').optional(),
  /** Only sales with a flag, or only those without one. */
  flagged: zQueryBool('flagged').optional(),
  /** Deleted sales in place of the others; for admins alone. */
  deleted: zQueryBool('deleted').optional(),
  min_price: zQueryInt('min_price', 0, LIMITS.price.max).optional(),
  max_price: zQueryInt('max_price', 0, LIMITS.price.max).optional(),
  date_from: zDate('date_from').optional(),
  date_to: zDate('date_to').optional(),
  ...pageFields,
});

/** What stands beside a sale in review: what to look at, and who decided it when. */
const reviewFields = {
  flags: z.array(zSaleFlag),
  /** When the flags were computed; null until the first time. */
  checked_at: zMoment.nullable(),
  decided: z.object({ by: z.string().nullable(), at: zMoment }).nullable(),
  deleted_at: zMoment.nullable(),
};

/** A sale of either kind, told apart by `kind`. */
export const zReviewSale = z.discriminatedUnion('kind', [
  zItemSale.extend({ kind: z.literal('item'), ...reviewFields }),
  zPokemonSale.extend({ kind: z.literal('pokemon'), ...reviewFields }),
]);
export type ReviewSale = z.infer<typeof zReviewSale>;

export const zReviewPage = zPage(zReviewSale);

/** What the viewer may see in each tab: pending sales, and sales of every status. */
export const zReviewCounts = z.object({ pending: z.number(), all: z.number() });

export const SALE_EVENT_TYPES = [
  'submitted',
  'edited',
  'approved',
  'rejected',
  'undone',
  'returned',
  'deleted',
  'restored',
] as const;
export type SaleEventType = (typeof SALE_EVENT_TYPES)[number];

/** One step in a sale's history, as staff read it. */
export const zSaleEvent = z.object({
  event_id: z.number(),
  type: z.enum(SALE_EVENT_TYPES),
  at: zMoment,
  /** An account's name, an operator, a setting; null when the account is gone. */
  by: z.string().nullable(),
  notes: z.string().nullable(),
  /** Fields in the names of the sale's answer; the name's is `name` for both kinds. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type SaleEventAnswer = z.infer<typeof zSaleEvent>;

/** Everything a reviewer needs to decide on one sale. */
export const zReviewDetail = z.object({
  sale: zReviewSale,
  proof: z
    .object({
      host: z.string(),
      thread: z.string(),
      /** Other sales with the same thread, the newest first, at most `LIMITS.review.shown`; `total` counts all. */
      sales: z.array(zAnySale),
      total: z.number(),
    })
    .nullable(),
  /** Approved sales of the same name, the most alike first. */
  similar: z.array(zAnySale),
  /** The submitter's last decided submissions, at most `LIMITS.review.record`; null for an unknown submitter. */
  record: z.object({ approved: z.number(), rejected: z.number() }).nullable(),
  history: z.array(zSaleEvent),
});
export type ReviewDetail = z.infer<typeof zReviewDetail>;

export const zSaleRef = z.strictObject({ id: zId('id') });

/** A sale as the caller has seen it. */
const zSeenSale = z.strictObject({
  id: zId('id'),
  version: wholeNumber('version', 1, LIMITS.id.max).optional(),
});
const zSeenSales = z
  .array(zSeenSale)
  .min(1, { error: 'Name at least one sale' })
  .max(LIMITS.review.bulk, { error: `Name at most ${LIMITS.review.bulk} sales` })
  .refine((sales) => new Set(sales.map(({ id }) => id)).size === sales.length, {
    error: 'Name each sale once',
  });

export const zDecideMany = z.strictObject({
  sales: zSeenSales,
  status: zOneOf('status', DECISIONS),
  review_notes: zReviewNotes,
});

/** Takes back the caller's own decisions, within `LIMITS.review.undoSeconds`; `version` is the decision's. */
export const zUndo = z.strictObject({ sales: zSeenSales });

/** An admin's act on one sale, with a reason for its history. */
export const zAdminAction = zSeenSale.extend({ reason: zReviewNotes });

const zDecidedBy = z.object({ by: z.string().nullable(), at: zMoment });

/** What became of each sale of a bulk call, in the order asked. */
export const zBulkResults = z.object({
  results: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), id: z.number(), status: z.enum(SALE_STATUSES), version: z.number() }),
      z.object({
        ok: z.literal(false),
        id: z.number(),
        /** Stable name for programs. */
        reason: z.string(),
        message: z.string(),
        decided: zDecidedBy.nullable(),
      }),
    ]),
  ),
});
export type BulkResult = z.infer<typeof zBulkResults>['results'][number];

/**
 * What the review's live channel tells. `sale`: a step in a sale's history. `checked`: flags were computed anew.
 * `many`: more changed than is told one by one, or some may have been missed: load again.
 */
export const zReviewUpdate = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sale'),
    sale_id: z.number(),
    event: z.enum(SALE_EVENT_TYPES),
    status: z.enum(SALE_STATUSES),
    version: z.number(),
    by: z.string().nullable(),
    at: zMoment,
  }),
  z.object({ type: z.literal('checked'), sale_ids: z.array(z.number()) }),
  z.object({ type: z.literal('many') }),
]);
export type ReviewUpdate = z.infer<typeof zReviewUpdate>;

/** What reviewers say most when they reject; the text can be changed before it is sent. */
export const REJECTION_REASONS = [
  'There is no proof of this sale. Please submit it again with a link to the finished auction.',
  'The proof shows another price.',
  'The proof shows other traits than those submitted.',
  'The auction in the proof is not finished.',
  'This sale is in the history already.',
  'The proof cannot be opened.',
] as const;
