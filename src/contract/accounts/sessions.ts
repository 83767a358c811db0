import { z } from 'zod';
import { zMoment } from '../shared/primitives.ts';

/** A session as the account's owner sees it, without its token. */
const zSession = z.object({
  id: z.uuid(),
  /** Readable name: `Firefox on Windows`. */
  device: z.string(),
  address: z.string().nullable(),
  created: zMoment,
  /** Accurate to the minute. */
  lastSeen: zMoment,
  /** True for the session of the request. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof zSession>;

export const zSessions = z.object({ data: z.array(zSession) });
export const zEndSession = z.strictObject({
  id: z.uuid({ error: 'A session id looks like 019a8d2e-5b1c-4000-8000-0123456789ab' }),
});
/** The number of sessions ended. */
export const zEnded = z.object({ ended: z.number() });
