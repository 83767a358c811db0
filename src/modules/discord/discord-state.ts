import { LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { sha256 } from '../../lib/crypto.ts';
import { JobState } from '../../queue/job-state.entity.ts';
import type { RequestScope } from '../scope.ts';
import type { Answer } from './discord-webhook.ts';

const KEY = 'discord';
const MINUTE_MS = 60_000;
/** The longest wait between two tries; the first is a minute, and each further one twice the one before. */
const LONGEST_RETRY_MIN = 60;

const zMoment = z.iso.datetime().transform((text) => new Date(text));

const zState = z.object({
  /** A hash of the webhook's address, which is a secret. */
  webhook: z.string(),
  /** Approvals from here on have not been announced. */
  since: zMoment,
  /** When the last digest was sent. */
  digestAt: zMoment.nullable(),
  /** Whether the queue as it is now has been announced. */
  queueTold: z.boolean(),
  /** Discord takes nothing before. */
  limitedUntil: zMoment.nullable(),
  /** Tries that have failed since the last message, and when the next one is. */
  failures: z.int(),
  retryAt: zMoment.nullable(),
  /** Discord does not know the webhook any more: nothing is sent until there is another one. */
  gone: z.boolean(),
  /** The last message's id at Discord. */
  messageId: z.string().nullable(),
});

/** What has been announced, and what Discord said. */
export type DiscordState = z.output<typeof zState>;

const startOf = (webhook: string, now: Date): DiscordState => ({
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

/** Whether Discord is not to be asked now: it does not know the webhook, wants to be left alone, or did not answer. */
export const isClosed = ({ gone, limitedUntil, retryAt }: DiscordState, now: Date): boolean =>
  gone || [limitedUntil, retryAt].some((until) => until !== null && now < until);

/** The state once Discord has answered, apart from what the message itself changes. */
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
 * The state of a webhook, held until the caller's transaction ends; another webhook than the last one starts anew,
 * with nothing to announce. Null when somebody else holds it, unless the caller waits.
 */
export async function lockState(
  scope: Pick<RequestScope, 'em' | 'clock'>,
  webhook: string,
  { waits }: { waits: boolean },
): Promise<DiscordState | null> {
  const { em, clock } = scope;
  const now = clock.now();
  const fresh = startOf(sha256(webhook), now);
  await em.upsert(JobState, { key: KEY, value: fresh, updatedAt: now }, { onConflictAction: 'ignore' });
  const lockMode = waits ? LockMode.PESSIMISTIC_WRITE : LockMode.PESSIMISTIC_PARTIAL_WRITE;
  const row = await em.findOne(JobState, { key: KEY }, { lockMode, refresh: true });
  if (!row) return null;
  const { data: stored } = zState.safeParse(row.value);
  if (stored?.webhook === fresh.webhook) return stored;
  await saveState(scope, fresh);
  return fresh;
}

export async function saveState({ em, clock }: Pick<RequestScope, 'em' | 'clock'>, state: DiscordState) {
  await em.nativeUpdate(JobState, { key: KEY }, { value: { ...state }, updatedAt: clock.now() });
}

/** Without a webhook nothing is kept, so that the next one starts anew, even if it is the same. */
export async function forgetState({ em }: Pick<RequestScope, 'em'>): Promise<void> {
  await em.nativeDelete(JobState, { key: KEY });
}
