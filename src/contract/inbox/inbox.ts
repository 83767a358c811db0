import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { pageFields, wholeNumber, zOneOf, zPage, zQueryBool } from '../shared/primitives.ts';
import { ENTRY_KINDS, zInboxEntry } from './entries.ts';

/** The viewer's inbox, newest first. */
export const zInboxList = z.strictObject({
  /** Only entries that are not read. */
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

const zEntryId = (what: string) => wholeNumber(what, 1, Number.MAX_SAFE_INTEGER);
const error = `Specify 1 to ${LIMITS.list.max} entries`;
/** Entries of other accounts and unknown ones are ignored. */
export const zMarkRead = z.strictObject({
  entries: z.array(zEntryId('entry'), { error }).min(1, { error }).max(LIMITS.list.max, { error }),
});

export const zMarkAllRead = z.strictObject({
  /** The newest entry that the caller saw, so that one that arrives meanwhile stays unread. */
  up_to: zEntryId('up_to').optional(),
  /** Only entries of this kind. */
  kind: zOneOf('kind', ENTRY_KINDS).optional(),
});
export type MarkAllRead = z.infer<typeof zMarkAllRead>;
