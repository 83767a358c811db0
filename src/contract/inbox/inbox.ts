import { z } from 'zod';
import { REPORT_OUTCOMES } from '../reports/report-values.ts';
import { zResubmission } from '../sale/submissions.ts';
import { LIMITS } from '../shared/limits.ts';
import { pageFields, zDay, zMoment, zOneOf, zPage, zQueryBool, zWholeNumber } from '../shared/primitives.ts';
import { keysOf } from '../shared/record.ts';

/** The name of the sale when the entry was written: the sale itself may be hidden or deleted later. */
const ofSale = { name: z.string() };

const zValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One corrected value. `field` is a field name of the API; the name of the item or pokemon is `name`. */
export const zCorrection = z.object({ field: z.string(), before: zValue, after: zValue });
export type Correction = z.infer<typeof zCorrection>;

/** Where notices are delivered in addition to the inbox. */
export const CHANNELS = ['email', 'discord'] as const;
export type ChannelName = (typeof CHANNELS)[number];

const DATA = {
  /** A submission of the recipient was approved. */
  submission_approved: z.object(ofSale),
  submission_rejected: z.object({ ...ofSale, reason: z.string().nullable() }),
  /** A reviewer changed values of a submission. */
  submission_corrected: z.object({ ...ofSale, changes: z.array(zCorrection) }),
  /** A decided submission is pending again. */
  submission_returned: z.object(ofSale),
  /** A sale matches a search that the recipient follows; `label` is the label of the follow. */
  follow_match: z.object({ ...ofSale, follow_id: z.number(), label: z.string(), price: z.number() }),
  /** A report of the recipient was decided. */
  report_outcome: z.object({
    ...ofSale,
    outcome: z.enum(REPORT_OUTCOMES),
    comment: z.string().nullable(),
  }),
  /** A channel failed for so long that it was paused. */
  channel_paused: z.object({ channel: z.enum(CHANNELS), last_error: z.string(), failing_since: zMoment }),
};

export type EntryKind = keyof typeof DATA;
export const ENTRY_KINDS = keysOf(DATA);

const kindWithData = <Kind extends EntryKind>(kind: Kind) => ({ kind: z.literal(kind), data: DATA[kind] });

/** Kind and data of an entry, discriminated by `kind`, with additional fields. */
const zEntryWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion('kind', [
    z.object({ ...extra, ...kindWithData('submission_approved') }),
    z.object({ ...extra, ...kindWithData('submission_rejected') }),
    z.object({ ...extra, ...kindWithData('submission_corrected') }),
    z.object({ ...extra, ...kindWithData('submission_returned') }),
    z.object({ ...extra, ...kindWithData('follow_match') }),
    z.object({ ...extra, ...kindWithData('report_outcome') }),
    z.object({ ...extra, ...kindWithData('channel_paused') }),
  ]);

/** An entry as it is stored. */
export const zEntryContent = zEntryWith({});
export type EntryContent = z.infer<typeof zEntryContent>;

const entryFields = {
  entry_id: z.number(),
  at: zMoment,
  read: z.boolean(),
  /** The sale, as long as the recipient may see it: an approved one, or a submission of theirs. */
  sale_id: z.number().nullable(),
  /** Of that sale, as it is now. */
  price: z.number().nullable(),
  date_sold: zDay.nullable(),
  /** How the recipient resubmitted that sale. */
  resubmitted: zResubmission.nullable(),
};

export const zInboxEntry = zEntryWith(entryFields);
export type InboxEntry = z.infer<typeof zInboxEntry>;

/** The viewer's inbox, newest first. */
export const zInboxList = z.strictObject({
  unread: zQueryBool('unread').optional(),
  ...pageFields,
});
export const zInboxPage = zPage(zInboxEntry);

/** The number of entries that are not read; also the live update of an inbox. */
export const zInboxCount = z.object({
  unread: z.number(),
  /** How many of them are about rejected submissions. */
  rejected: z.number(),
});
export type InboxCount = z.infer<typeof zInboxCount>;

const zEntryId = (what: string) => zWholeNumber(what, 1, Number.MAX_SAFE_INTEGER);
const error = `Specify 1 to ${LIMITS.list.max} entries`;
/** Entries of other accounts and unknown ones are ignored. */
export const zMarkRead = z.strictObject({
  entries: z.array(zEntryId('entry'), { error }).min(1, { error }).max(LIMITS.list.max, { error }),
});

export const zMarkAllRead = z.strictObject({
  /** The newest entry that the caller saw, so that one that arrives meanwhile stays unread. */
  up_to: zEntryId('up_to').optional(),
  kind: zOneOf('kind', ENTRY_KINDS).optional(),
});
export type MarkAllRead = z.infer<typeof zMarkAllRead>;
