import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { sha256 } from '../../lib/crypto.ts';
import { JobProgress } from '../../queue/job-progress.entity.ts';
import type { RequestScope } from '../scope.ts';
import type { Answer } from './discord-webhook.ts';

const KEY = 'discord';
const MINUTE_MS = 60_000;
/** Maximum wait between two attempts. The first wait is one minute; each further one is twice as long. */
const LONGEST_RETRY_MIN = 60;

const zMoment = z.iso.datetime().transform((text) => new Date(text));

const zState = z.object({
  /** A hash of the webhook's URL, which is a secret. */
  webhook: z.string(),
  /** Approvals since then have not been announced. */
  since: zMoment,
  /** When the last digest was sent. */
  digestAt: zMoment.nullable(),
  /** Whether the current queue has been announced. */
  queueTold: z.boolean(),
  /** Until then, Discord rate-limits messages. */
  limitedUntil: zMoment.nullable(),
  /** Failed attempts since the last message. `retryAt` is the time of the next one. */
  failures: z.int(),
  retryAt: zMoment.nullable(),
  /** The webhook no longer exists: nothing is sent until another one is configured. */
  gone: z.boolean(),
  /** The last message's id at Discord. */
  messageId: z.string().nullable(),
});

/** What has been announced, and how Discord responded. */
export type DiscordState = z.output<typeof zState>;

const initialState = (webhook: string, now: Date): DiscordState => ({
  webhook,
  since: now,
  digestAt: null,
  queueTold: false,
  limitedUntil: null,
  failures: 0,
  retryAt: null,
  gone: false,
  messageId: null,
});

const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Whether no message may be sent now: the webhook is gone, or the wait for a rate limit or a retry has not ended. */
export const isClosed = ({ gone, limitedUntil, retryAt }: DiscordState, now: Date): boolean =>
  gone || [limitedUntil, retryAt].some((until) => until !== null && now < until);

/** The state after Discord's response, except for what the message itself changes. */
export function afterAnswer(state: DiscordState, answer: Answer, now: Date): DiscordState {
  if (answer.kind === 'gone') return { ...state, gone: true };
  if (answer.kind === 'limited') return { ...state, limitedUntil: laterBy(now, answer.waitMs) };
  if (answer.kind === 'failed') {
    const minutes = Math.min(2 ** state.failures, LONGEST_RETRY_MIN);
    return { ...state, failures: state.failures + 1, retryAt: laterBy(now, minutes * MINUTE_MS) };
  }
  const { messageId, waitMs } = answer;
  const limitedUntil = waitMs > 0 ? laterBy(now, waitMs) : null;
  return { ...state, gone: false, failures: 0, retryAt: null, limitedUntil, messageId };
}

/**
 * The state of a webhook, locked until the caller's transaction ends. A new webhook starts with a fresh state and
 * nothing to announce. Null when another transaction holds the lock, unless the caller waits.
 */
export async function lockState(
  scope: Pick<RequestScope, 'em' | 'clock'>,
  webhook: string,
  { waits }: { waits: boolean },
): Promise<DiscordState | null> {
  const { em, clock } = scope;
  const now = clock.now();
  const fresh = initialState(sha256(webhook), now);
  await em.upsert(JobProgress, { key: KEY, value: fresh, updatedAt: now }, { onConflictAction: 'ignore' });
  const lockMode = waits ? LockMode.PESSIMISTIC_WRITE : LockMode.PESSIMISTIC_PARTIAL_WRITE;
  const row = await em.findOne(JobProgress, { key: KEY }, { lockMode, refresh: true });
  if (!row) return null;
  const { data: stored } = zState.safeParse(row.value);
  if (stored?.webhook === fresh.webhook) return stored;
  await saveState(scope, fresh);
  return fresh;
}

export async function saveState({ em, clock }: Pick<RequestScope, 'em' | 'clock'>, state: DiscordState) {
  await em.nativeUpdate(JobProgress, { key: KEY }, { value: { ...state }, updatedAt: clock.now() });
}

/** Deletes the state when no webhook is configured, so that the next one starts fresh, even if it is the same. */
export async function forgetState({ em }: Pick<RequestScope, 'em'>): Promise<void> {
  await em.nativeDelete(JobProgress, { key: KEY });
}
