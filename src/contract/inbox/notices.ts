import { z } from 'zod';
import { zFlag, zMoment, zOneOf, zText } from '../shared/primitives.ts';
import { recordFor } from '../shared/record.ts';
import { isDiscordWebhook, WEBHOOK_MAX, WEBHOOK_RULE } from '../shared/urls.ts';
import { CHANNELS } from './inbox.ts';

export const SUBMISSION_NOTICES = ['approved', 'rejected', 'corrected', 'returned'] as const;
export type SubmissionNotice = (typeof SUBMISSION_NOTICES)[number];

const zNoticeChannels = (notice: SubmissionNotice) =>
  z.strictObject({ inbox: zFlag(`${notice}.inbox`), email: zFlag(`${notice}.email`) });

/** Where each notice about own submissions goes. */
const zNoticeSettings = z.strictObject(recordFor(SUBMISSION_NOTICES, zNoticeChannels));
export type NoticeSettings = z.infer<typeof zNoticeSettings>;

/** A rejection may need an answer of its submitter, so it is also mailed. */
export const DEFAULT_NOTICES: NoticeSettings = {
  approved: { inbox: true, email: false },
  rejected: { inbox: true, email: true },
  corrected: { inbox: true, email: false },
  returned: { inbox: true, email: false },
};

/** The notices to change; the others stay as they are. */
export const zSaveNotices = zNoticeSettings.partial();

/** When digests of followed searches are mailed: the hour in UTC, and the weekday of the weekly one (1 is Monday). */
export const DIGESTS = { hour: 7, weekday: 1 } as const;

/** A channel fails for this many days until it is paused. */
export const CHANNEL_PATIENCE_DAYS = 3;

/** What went wrong with a channel; all null as long as it works. */
const channelState = {
  failing_since: zMoment.nullable(),
  /** A sentence. */
  last_error: z.string().nullable(),
  /** When the channel was paused; null unless it is. */
  paused_since: zMoment.nullable(),
};

/** The notice settings of the viewer, and the state of their channels. */
export const zNotices = z.object({
  submissions: zNoticeSettings,
  /** Mails go to confirmed addresses only. */
  email: z.object({ confirmed: z.boolean(), ...channelState }),
  /** The viewer's own Discord webhook; its address is not shown again. */
  discord: z.object({ connected: z.boolean(), ...channelState }),
});
export type Notices = z.infer<typeof zNotices>;

export const zSetWebhook = z.strictObject({
  url: zText('Webhook URL', WEBHOOK_MAX)
    .trim()
    .refine(isDiscordWebhook, { error: `Webhook URL ${WEBHOOK_RULE}` }),
});

/** Sends to a paused channel again. */
export const zResumeChannel = z.strictObject({ channel: zOneOf('channel', CHANNELS) });
