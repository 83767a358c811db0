import { z } from 'zod';
import { zOpenReports, zSaleReports } from '../reports/reports.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zAnySale, zAnySaleWith, zReviewNotes } from '../sale/sale.ts';
import { DECISIONS, SALE_STATUSES } from '../sale/statuses.ts';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import {
  pageFields,
  zDate,
  zId,
  zMoment,
  zOneOf,
  zPage,
  zQueryBool,
  zQueryInt,
  zSearch,
  zWholeNumber,
} from '../shared/primitives.ts';
import { zSaleFlag } from './flags.ts';
import { REVIEW_SCOPES } from './review-values.ts';

/**
 * The review list with both kinds: oldest first for `pending`, newest first for `all`. `reported` lists approved sales with
 * open reports, those whose reports count most first.
 */
export const zReviewList = z.strictObject({
  scope: zOneOf('scope', REVIEW_SCOPES),
  kind: zOneOf('kind', SALE_KINDS).optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  name: zSearch('name').optional(),
  submitter: zSearch('submitter').optional(),
  /** Username of the reviewer. */
  reviewer: zSearch('reviewer').optional(),
  /** Only sales with flags, or only sales without flags. */
  flagged: zQueryBool('flagged').optional(),
  /** Deleted sales instead of the others; only for admins. */
  deleted: zQueryBool('deleted').optional(),
  min_price: zQueryInt('min_price', 0, LIMITS.price.max).optional(),
  max_price: zQueryInt('max_price', 0, LIMITS.price.max).optional(),
  date_from: zDate('date_from').optional(),
  date_to: zDate('date_to').optional(),
  ...pageFields,
});

/** Who decided, and when. */
const zDecidedBy = z.object({ by: z.string().nullable(), at: zMoment });
export type DecidedBy = z.infer<typeof zDecidedBy>;

const reviewFields = {
  flags: z.array(zSaleFlag),
  /** Time of the last flag computation; null before the first. */
  checked_at: zMoment.nullable(),
  decided: zDecidedBy.nullable(),
  deleted_at: zMoment.nullable(),
  /** Who deleted it; a submitter has withdrawn it. */
  deleted_by: z.string().nullable(),
  /** The open reports; null without any. */
  reports: zOpenReports.nullable(),
};

const zReviewSale = zAnySaleWith(reviewFields);
export type ReviewSale = z.infer<typeof zReviewSale>;

export const zReviewPage = zPage(zReviewSale);

/** The number of sales visible to the viewer per tab. */
export const zReviewCounts = z.object({ pending: z.number(), reported: z.number(), all: z.number() });

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

/** An event in a sale's history, as staff see it. */
const zSaleEvent = z.object({
  event_id: z.number(),
  type: z.enum(SALE_EVENT_TYPES),
  at: zMoment,
  /** A username, operator or setting; null when the account no longer exists. */
  by: z.string().nullable(),
  notes: z.string().nullable(),
  /** Field names of the API; the name is `name` for both kinds. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type SaleEventView = z.infer<typeof zSaleEvent>;

export const zReviewDetail = z.object({
  sale: zReviewSale,
  proof: z
    .object({
      host: z.string(),
      thread: z.string(),
      /** Other sales with the same thread, newest first, at most `LIMITS.review.shown`; `total` counts all. */
      sales: z.array(zAnySale),
      total: z.number(),
    })
    .nullable(),
  /** Approved sales of the same name, most similar first. */
  similar: z.array(zAnySale),
  /**
   * The submitter's last decided submissions, at most `LIMITS.review.record`, and whether the account is suspended; null for an
   * unknown submitter.
   */
  record: z.object({ approved: z.number(), rejected: z.number(), suspended: z.boolean() }).nullable(),
  history: z.array(zSaleEvent),
  reports: zSaleReports,
});
export type ReviewDetail = z.infer<typeof zReviewDetail>;

/** A sale with the version that the caller saw. */
const zSeenSale = z.strictObject({
  id: zId('id'),
  version: zWholeNumber('version', 1, LIMITS.id.max).optional(),
});
/** A sale as the caller has seen it; without a version, any version matches. */
export type SeenSale = z.output<typeof zSeenSale>;
/** The same for a call whose version is in the query. */
export const zSeenSaleQuery = zSeenSale.extend({
  version: zQueryInt('version', 1, LIMITS.id.max).optional(),
});
const zSeenSales = z
  .array(zSeenSale)
  .min(1, { error: 'Specify at least one sale' })
  .max(LIMITS.review.bulk, { error: `Specify at most ${LIMITS.review.bulk} sales` })
  .refine((sales) => new Set(sales.map(({ id }) => id)).size === sales.length, {
    error: MESSAGES.eachSaleOnce,
  });

export const zDecideMany = z.strictObject({
  sales: zSeenSales,
  status: zOneOf('status', DECISIONS),
  review_notes: zReviewNotes,
});

/** Undoes the caller's own decisions within `LIMITS.review.undoSeconds`; `version` is the decision's version. */
export const zUndo = z.strictObject({ sales: zSeenSales });

/** An admin's action on one sale, with a reason for its history. */
export const zAdminAction = zSeenSale.extend({ reason: zReviewNotes });

/** The result for each sale of a bulk call, in the order of the request. */
export const zBulkResults = z.object({
  results: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), id: z.number(), status: z.enum(SALE_STATUSES), version: z.number() }),
      z.object({
        ok: z.literal(false),
        id: z.number(),
        /** Stable error code. */
        reason: z.string(),
        message: z.string(),
        decided: zDecidedBy.nullable(),
      }),
    ]),
  ),
});
export type BulkResult = z.infer<typeof zBulkResults>['results'][number];

/**
 * Messages of the review's live channel. `sale`: a new event in a sale's history. `checked`: flags were recomputed.
 * `reports`: reports of a sale were added or decided.
 * `many`: too many changes for single messages, or messages may be lost; the client must reload.
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
  z.object({ type: z.literal('reports'), sale_id: z.number() }),
  z.object({ type: z.literal('many') }),
]);
export type ReviewUpdate = z.infer<typeof zReviewUpdate>;
