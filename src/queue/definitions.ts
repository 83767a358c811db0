import { z } from 'zod';
import { LIMITS } from '../contract/limits.ts';
import { defineJob } from './define-job.ts';

const zAccountId = z.int().min(1).max(LIMITS.id.max);

/** The mail that greets a new account. */
export const welcomeMail = defineJob({
  name: 'mail.welcome',
  payload: z.strictObject({ user_id: zAccountId }),
  attempts: 8,
  backoffMs: 5_000,
});

/** The link to a new password. The token is no part of it: the worker makes it from the row's id. */
export const passwordResetMail = defineJob({
  name: 'mail.password-reset',
  payload: z.strictObject({ reset_id: z.uuid() }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Tells an account's owner that its password is another one now. */
export const passwordChangedMail = defineJob({
  name: 'mail.password-changed',
  payload: z.strictObject({ user_id: zAccountId }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Tells an account's owner that its second factor was turned on or off. */
export const twoFactorChangedMail = defineJob({
  name: 'mail.two-factor-changed',
  payload: z.strictObject({ user_id: zAccountId, enabled: z.boolean() }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Removes what has expired: sessions, sign-ins, resets, repeated-request keys, rows of mail long sent. */
export const purge = defineJob({
  name: 'maintenance.purge',
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
  purge,
] as const;
