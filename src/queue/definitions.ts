import { z } from 'zod';
import { LIMITS } from '../contract/shared/limits.ts';
import { defineJob } from './define-job.ts';

const zRowId = z.int().min(1).max(LIMITS.id.max);

/** The mail that greets a new account. */
export const welcomeMail = defineJob({
  name: 'mail.welcome',
  class: 'mail',
  payload: z.strictObject({ user_id: zRowId }),
  attempts: 8,
  backoffMs: 5_000,
});

/** The link to a new password. The token is no part of it: the worker makes it from the row's id. */
export const passwordResetMail = defineJob({
  name: 'mail.password-reset',
  class: 'mail',
  payload: z.strictObject({ reset_id: z.uuid() }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Tells an account's owner that its password is another one now. */
export const passwordChangedMail = defineJob({
  name: 'mail.password-changed',
  class: 'mail',
  payload: z.strictObject({ user_id: zRowId }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Tells an account's owner that its second factor was turned on or off. */
export const twoFactorChangedMail = defineJob({
  name: 'mail.two-factor-changed',
  class: 'mail',
  payload: z.strictObject({ user_id: zRowId, enabled: z.boolean() }),
  attempts: 8,
  backoffMs: 5_000,
});

/** What an earlier version asked for at every change of a sale. Nothing asks for it now; some may still wait. */
export const refreshFlags = defineJob({
  name: 'flags.refresh',
  class: 'other',
  payload: z.strictObject({ sale_ids: z.array(zRowId).min(1).max(500) }),
  attempts: 5,
  backoffMs: 2_000,
});

/** What an earlier version asked for at every decision. Nothing asks for it now; some may still wait. */
export const announceDecision = defineJob({
  name: 'decision.announce',
  class: 'other',
  payload: z.strictObject({ sale_id: zRowId, decided_at: z.iso.datetime() }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Returns a reviewer's approvals to review, from where the return stands. */
export const returnApprovals = defineJob({
  name: 'reviews.return-approvals',
  class: 'return',
  payload: z.strictObject({ run_id: zRowId }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Looks for sales that were entered more than once, from where the scan stands. */
export const scanDuplicates = defineJob({
  name: 'duplicates.scan',
  class: 'scan',
  payload: z.strictObject({ scan_id: zRowId }),
  attempts: 5,
  backoffMs: 5_000,
});

/** Asks for a scan for duplicates each night. */
export const scanDuplicatesNightly = defineJob({
  name: 'duplicates.scan-nightly',
  class: 'other',
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 60_000,
  schedule: { cron: '40 3 * * *' },
});

/** Tells a channel at Discord what is new, where there is a webhook. */
export const announceAtDiscord = defineJob({
  name: 'discord.announce',
  class: 'other',
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 5_000,
  schedule: { cron: '* * * * *' },
  quiet: true,
});

/** Removes what has expired: sessions, sign-ins, resets, repeated-request keys, rows of mail long sent. */
export const purge = defineJob({
  name: 'maintenance.purge',
  class: 'other',
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 60_000,
  schedule: { cron: '17 * * * *' },
});

/** Every job there is. The worker starts only with a handler for each. */
export const DEFINITIONS = [
  welcomeMail,
  passwordResetMail,
  passwordChangedMail,
  twoFactorChangedMail,
  refreshFlags,
  announceDecision,
  returnApprovals,
  scanDuplicates,
  scanDuplicatesNightly,
  announceAtDiscord,
  purge,
] as const;
