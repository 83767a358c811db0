import { z } from 'zod';
import { LIMITS } from '../contract/limits.ts';
import { defineJob } from './define-job.ts';

/** The mail that greets a new account. */
export const welcomeMail = defineJob({
  name: 'mail.welcome',
  payload: z.strictObject({ user_id: z.int().min(1).max(LIMITS.id.max) }),
  attempts: 8,
  backoffMs: 5_000,
});

/** Removes what has expired: sessions, repeated-request keys, outbox rows long handed over. */
export const purge = defineJob({
  name: 'maintenance.purge',
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 60_000,
  schedule: { cron: '17 * * * *' },
});

/** Every job there is. The worker starts only with a handler for each. */
export const DEFINITIONS = [welcomeMail, purge] as const;
