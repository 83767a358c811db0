import { z } from 'zod';
import { zMoment } from '../shared/primitives.ts';

/** Where an account is signed in, as its owner sees it. The token stays out. */
export const zSession = z.object({
  id: z.uuid(),
  /** In words: `Firefox on Windows`. */
  device: z.string(),
  address: z.string().nullable(),
  created: zMoment,
  /** To the minute. */
  lastSeen: zMoment,
  /** True for the session that asks. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof zSession>;

export const zSessions = z.object({ data: z.array(zSession) });
export const zEndSession = z.strictObject({ id: z.uuid({ error: 'There is no such session.' }) });
/** How many sessions ended. */
export const zEnded = z.object({ ended: z.number() });
