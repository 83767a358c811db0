import { z } from 'zod';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zAnySale } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import {
  notAllowed,
  pageFields,
  tooLong,
  zId,
  zMoment,
  zOneOf,
  zPage,
  zWholeNumber,
} from '../shared/primitives.ts';
import { isPlainText } from '../shared/text.ts';
import { needsComment, REPORT_DECISIONS, REPORT_OUTCOMES, REPORT_REASONS } from './report-values.ts';

/** A comment of several lines; blank counts as absent. */
const zComment = z
  .string({ error: 'Comment must be text' })
  .trim()
  .max(LIMITS.reportComment.max, tooLong('Comment', LIMITS.reportComment.max))
  .refine(isPlainText, notAllowed('Comment'))
  .nullish();

export const zNewReport = z
  .strictObject({
    sale_id: zWholeNumber('sale_id', 1, LIMITS.id.max),
    reason: zOneOf('reason', REPORT_REASONS),
    comment: zComment,
    /** The other sale, for the reason `duplicate`. */
    duplicate_of: zWholeNumber('duplicate_of', 1, LIMITS.id.max).nullish(),
  })
  .superRefine(({ sale_id, reason, comment, duplicate_of }, { addIssue }) => {
    const issue = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (needsComment(reason) && !comment)
      issue('comment', 'Please describe what is wrong, so that a reviewer can check it');
    if (duplicate_of && reason !== 'duplicate')
      issue('duplicate_of', 'Only a report of a duplicate can name another sale');
    if (duplicate_of === sale_id) issue('duplicate_of', 'A sale is not a duplicate of itself');
  });
export type NewReport = z.infer<typeof zNewReport>;

const reportFields = {
  report_id: z.number(),
  reason: z.enum(REPORT_REASONS),
  comment: z.string().nullable(),
  duplicate_of: z.number().nullable(),
  reported_at: zMoment,
  /** Null while the report is open. */
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  decided_at: zMoment.nullable(),
  /** The reviewer's comment for the reporter. */
  decision_comment: z.string().nullable(),
};

/** A report as its reporter sees it. */
export const zOwnReport = z.object({
  ...reportFields,
  sale_id: z.number(),
  kind: z.enum(SALE_KINDS),
  name: z.string(),
});
export type OwnReport = z.infer<typeof zOwnReport>;

/** The caller's own reports, newest first. */
export const zOwnReportList = z.strictObject({ sale_id: zId('sale_id').optional(), ...pageFields });
export const zOwnReportPage = zPage(zOwnReport);

/** A report as reviewers see it. */
const zSaleReport = z.object({
  ...reportFields,
  /** Null when the account no longer exists. */
  by: z.string().nullable(),
  /** Whether the reporter submitted the sale. */
  by_submitter: z.boolean(),
  /** The reporter's latest decided reports, at most `LIMITS.reports.record`. */
  record: z.object({ upheld: z.number(), decided: z.number() }),
  /** Whether the sale was changed after the report, while that is open. */
  changed_since: z.boolean(),
  /** Null when the sale left the market by other means, and for an account that no longer exists. */
  decided_by: z.string().nullable(),
});
export type SaleReport = z.infer<typeof zSaleReport>;

/** The reports of a sale: open ones first, by weight, then the others, newest first. */
export const zSaleReports = z.object({
  /** At most `LIMITS.reports.shown`. */
  data: z.array(zSaleReport),
  total: z.number(),
  open: z.number(),
  /** The id of the newest open report, for `zDecideReports`. */
  last_open: z.number().nullable(),
});

export type SaleReports = z.infer<typeof zSaleReports>;

/** The open reports of a sale. */
export const zOpenReports = z.object({
  total: z.number(),
  /** The most frequent reason first. */
  reasons: z.array(z.object({ reason: z.enum(REPORT_REASONS), reports: z.number() })),
});
export type OpenReports = z.infer<typeof zOpenReports>;

/** Decides all open reports of a sale. */
export const zDecideReports = z.strictObject({
  /** The sale. */
  id: zId('id'),
  outcome: zOneOf('outcome', REPORT_DECISIONS),
  /** The reporters can read it. */
  comment: zComment,
  /** The version of the sale that the caller saw. */
  version: zWholeNumber('version', 1, LIMITS.id.max).optional(),
  /** The newest report that the caller saw: a later one is not decided unseen. */
  last_report: zWholeNumber('last_report', 1, LIMITS.id.max).optional(),
});
export type DecideReports = z.infer<typeof zDecideReports>;

export const zReportsDecided = z.object({ sale: zAnySale, decided: z.number() });
