import { z } from 'zod';
import { FOLLOW_MAILS } from '../contract/follows/follows.ts';
import { HOUR_MS, MINUTE_MS } from '../contract/shared/dates.ts';
import { LIMITS } from '../contract/shared/limits.ts';

/**
 * The classes of jobs. Each has its own queue and its own worker slots, so that emails never wait for a scan. The queue
 * without a suffix held all jobs before there were classes, so any job may still be in it. A run that takes longer than
 * `hangsAfterMs` is reported: each of its waits, for the database or another server, has a limit of seconds.
 */
export const JOB_CLASSES = {
  mail: { queue: 'marketdex-mail', slots: 20, hangsAfterMs: 5 * MINUTE_MS },
  scan: { queue: 'marketdex-scan', slots: 1, hangsAfterMs: 2 * HOUR_MS },
  return: { queue: 'marketdex-return', slots: 2, hangsAfterMs: 2 * HOUR_MS },
  other: { queue: 'marketdex', slots: 4, hangsAfterMs: HOUR_MS },
} as const;
export type JobClass = keyof typeof JOB_CLASSES;

/** A kind of background work, done by a worker after the transaction that enqueued it. */
export interface JobDefinition<Name extends string = string, Payload extends z.ZodObject = z.ZodObject> {
  /** `noun.verb`, unique; at most 60 characters. */
  readonly name: Name;
  readonly class: JobClass;
  /** The job's payload. Ids only: payloads are stored in the queue in clear text. */
  readonly payload: Payload;
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled before each further one. */
  readonly backoffMs: number;
  /** The schedule of the job, in UTC; a scheduled job has an empty payload. */
  readonly cron?: string;
  /** Logs start and end only at debug level, for jobs that run often and mostly do nothing. */
  readonly quiet?: boolean;
}

/** Declares a job. Its handler is in `jobs/handlers`. */
const defineJob = <const Name extends string, Payload extends z.ZodObject>(
  definition: JobDefinition<Name, Payload>,
): JobDefinition<Name, Payload> => definition;

const zRowId = z.int().min(1).max(LIMITS.id.max);

/** A job that sends one email. Its payload has ids only: the handler reads the email's content when it writes it. */
const mailJob = <const Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  defineJob({
    name: `mail.${name}`,
    class: 'mail',
    payload: z.strictObject(shape),
    attempts: 8,
    backoffMs: 5_000,
  });

/** A job with a schedule, in UTC. */
const scheduledJob = <const Name extends string>(
  name: Name,
  cron: string,
  options: Partial<Pick<JobDefinition, 'attempts' | 'backoffMs' | 'quiet'>> = {},
) =>
  defineJob({
    name,
    class: 'other',
    payload: z.strictObject({}),
    cron,
    attempts: 3,
    backoffMs: 60_000,
    ...options,
  });

/** Every job. The worker starts only with a handler for each. */
export const JOBS = {
  welcomeMail: mailJob('welcome', { user_id: zRowId }),
  /** Mails a link to confirm an address. The payload has no token: the worker derives it from the row's id. */
  confirmAddressMail: mailJob('confirm-address', { link_id: z.uuid() }),
  /** Mails the present address of an account that another one is to replace it, with a link that undoes it. */
  addressChangeMail: mailJob('address-change', { link_id: z.uuid() }),
  /** Mails a password reset link. The payload has no token: the worker derives it from the row's id. */
  passwordResetMail: mailJob('password-reset', { reset_id: z.uuid() }),
  passwordChangedMail: mailJob('password-changed', { user_id: zRowId }),
  /**
   * Mails an account's owner that the second factor was turned on or off. The link undoes that it was turned on; jobs of an
   * earlier version have none.
   */
  twoFactorChangedMail: mailJob('two-factor-changed', {
    user_id: zRowId,
    enabled: z.boolean(),
    link_id: z.uuid().nullish(),
  }),
  /** Mails an account's owner about a sign-in with a new device. */
  newDeviceMail: mailJob('new-device', {
    user_id: zRowId,
    device: z.string().max(80),
    at: z.iso.datetime(),
  }),
  /** Mails an account's owner that many sign-ins failed. Null for a name without an account, so that both cost the same. */
  failedSignInsMail: mailJob('failed-sign-ins', { user_id: zRowId.nullable() }),
  /** Mails an account's owner that a passkey was added, with a link as above, or removed. */
  passkeyChangedMail: mailJob('passkey-changed', {
    user_id: zRowId,
    added: z.boolean(),
    link_id: z.uuid().nullish(),
  }),
  /** Mails the earlier address of a deleted account. */
  accountDeletedMail: mailJob('account-deleted', { mail_id: z.uuid() }),
  /** Mails a submitter the final decision on a sale, and what was corrected before it. */
  submissionDecidedMail: mailJob('submission-decided', {
    sale_id: zRowId,
    decided_at: z.iso.datetime(),
  }),
  submissionReturnedMail: mailJob('submission-returned', { sale_id: zRowId }),
  /** Mails an account the matches of its follows that were assigned to emails of this kind at that moment. */
  followMatchesMail: mailJob('follow-matches', {
    user_id: zRowId,
    kind: z.enum(FOLLOW_MAILS).exclude(['off']),
    at: z.iso.datetime(),
  }),
  /** Enqueues the digests whose day or week has ended; each hour, so that a lost run delays them by an hour. */
  mailDigests: scheduledJob('follows.mail-digests', '1 * * * *', { attempts: 5 }),
  /** Enqueued by an earlier version at every change of a sale. No longer enqueued, but some may still be queued. */
  refreshFlags: defineJob({
    name: 'flags.refresh',
    class: 'other',
    payload: z.strictObject({ sale_ids: z.array(zRowId).min(1).max(500) }),
    attempts: 5,
    backoffMs: 2_000,
  }),
  /** Enqueued by an earlier version at every decision. No longer enqueued, but some may still be queued. */
  announceDecision: defineJob({
    name: 'decision.announce',
    class: 'other',
    payload: z.strictObject({ sale_id: zRowId, decided_at: z.iso.datetime() }),
    attempts: 8,
    backoffMs: 5_000,
  }),
  /** Returns a reviewer's approvals to review; resumes where the previous run stopped. */
  returnApprovals: defineJob({
    name: 'reviews.return-approvals',
    class: 'return',
    payload: z.strictObject({ run_id: zRowId }),
    attempts: 8,
    backoffMs: 5_000,
  }),
  /** Enqueues the jobs of unfinished returns of approvals again each hour, in case they were lost. */
  resumeReturns: scheduledJob('reviews.resume-returns', '27 * * * *'),
  /** Finds duplicate sales; resumes where the previous run stopped. */
  scanDuplicates: defineJob({
    name: 'duplicates.scan',
    class: 'scan',
    payload: z.strictObject({ scan_id: zRowId }),
    attempts: 5,
    backoffMs: 5_000,
  }),
  scanDuplicatesNightly: scheduledJob('duplicates.scan-nightly', '40 3 * * *'),
  /** Posts news to a Discord channel, if a webhook is configured. */
  announceAtDiscord: scheduledJob('discord.announce', '* * * * *', {
    backoffMs: 5_000,
    quiet: true,
  }),
  /** Deletes expired rows: sessions, sign-ins, resets, idempotency keys, and records of sent mail. */
  purge: scheduledJob('maintenance.purge', '17 * * * *'),
  /** Adds new events to the hash chains of the history. */
  sealHistory: scheduledJob('history.seal', '* * * * *', { backoffMs: 5_000, quiet: true }),
  /** Logs the heads of the hash chains each day. */
  logHistoryHeads: scheduledJob('history.log-heads', '5 0 * * *'),
};

export const DEFINITIONS: readonly JobDefinition[] = Object.values(JOBS);

/** The number of jobs that come back by themselves: the next run of each counts as delayed. */
export const SCHEDULED_JOBS = DEFINITIONS.filter(({ cron }) => cron).length;
