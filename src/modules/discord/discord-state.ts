import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { addMs } from '../../contract/shared/dates.ts';
import { counted } from '../../contract/shared/plural.ts';
import { query } from '../../db/query.ts';
import { waitAfterFailures } from '../../lib/backoff.ts';
import { sha256 } from '../../lib/crypto.ts';
import { SavedState } from '../../queue/queue.entity.ts';
import type { WriteScope } from '../scope.ts';
import { COMMAND_NAMES } from './commands/command-list.ts';
import { WEBHOOK_LEASE_MS, type WebhookResult } from './discord-webhook.ts';

const KEY = 'discord';

const zStoredMoment = z.iso.datetime().transform((text) => new Date(text));
const zOptionalMoment = zStoredMoment.nullable().default(null);

const zStored = z.object({
  /** A hash of the webhook's URL, which is a secret. */
  webhook: z.string(),
  /** Approvals since then have not been announced. */
  since: zStoredMoment,
  digestAt: zOptionalMoment,
  /** Whether the current queue has been announced. */
  queueAnnounced: z.boolean().optional(),
  /** Its former name. */
  queueTold: z.boolean().default(false),
  /** Until then, Discord rate-limits messages. */
  limitedUntil: zOptionalMoment,
  /** Failed attempts since the last message. `retryAt` is the time of the next one. */
  failures: z.int().default(0),
  retryAt: zOptionalMoment,
  /** The webhook no longer exists: nothing is sent until another one is configured. */
  gone: z.boolean().default(false),
  messageId: z.string().nullable().default(null),
  /** The lease of the process that sends an announcement: no other process may announce before. Null without one. */
  leasedUntil: zOptionalMoment,
});
const zState = zStored.transform(({ queueTold, queueAnnounced = queueTold, ...state }) => ({
  ...state,
  queueAnnounced,
}));

/** What has been announced, and how Discord responded. */
export type DiscordState = z.output<typeof zState>;

/**
 * Whether nothing may be announced now: the webhook is gone, another process is announcing, or the wait for a rate limit
 * or a retry has not ended.
 */
export const isClosed = ({ gone, limitedUntil, retryAt, leasedUntil }: DiscordState, now: Date): boolean =>
  gone || [limitedUntil, retryAt, leasedUntil].some((until) => until !== null && now < until);

/** The end of a lease that is taken now; its holder must release it after the response. */
export const leaseEnd = (now: Date): Date => addMs(now, WEBHOOK_LEASE_MS);

/** The state after Discord's response, except for what the message itself changes. */
export function afterResult(state: DiscordState, result: WebhookResult, now: Date): DiscordState {
  if (result.kind === 'gone') return { ...state, gone: true };
  if (result.kind === 'limited') return { ...state, limitedUntil: addMs(now, result.waitMs) };
  if (result.kind === 'failed') {
    const failures = state.failures + 1;
    return { ...state, failures, retryAt: addMs(now, waitAfterFailures(failures)) };
  }
  const { messageId, waitMs } = result;
  const limitedUntil = waitMs > 0 ? addMs(now, waitMs) : null;
  return { ...state, gone: false, failures: 0, retryAt: null, limitedUntil, messageId };
}

export async function saveState({ em, clock }: WriteScope, state: DiscordState): Promise<void> {
  await em.nativeUpdate(SavedState, { key: KEY }, { value: { ...state }, updatedAt: clock.now() });
}

/** Locks the state until the transaction ends; null without one. */
async function lockStored({ em }: WriteScope): Promise<DiscordState | null> {
  const row = await em.findOne(
    SavedState,
    { key: KEY },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return zState.safeParse(row?.value).data ?? null;
}

/**
 * The state of a webhook, locked until the caller's transaction ends. A new webhook starts with a fresh state and
 * nothing to announce.
 */
export async function openState(scope: WriteScope, webhook: string): Promise<DiscordState> {
  const now = scope.clock.now();
  const fresh = zState.parse({ webhook: sha256(webhook), since: now.toISOString() });
  await scope.em.upsert(
    SavedState,
    { key: KEY, value: fresh, updatedAt: now },
    { onConflictAction: 'ignore' },
  );
  const stored = await lockStored(scope);
  if (stored?.webhook === fresh.webhook) return stored;
  await saveState(scope, fresh);
  return fresh;
}

/** Changes the state of a webhook in the caller's transaction, unless another webhook has been configured meanwhile. */
export async function changeState(
  scope: WriteScope,
  webhook: string,
  change: (state: DiscordState) => DiscordState,
): Promise<void> {
  const stored = await lockStored(scope);
  if (stored?.webhook === sha256(webhook)) await saveState(scope, change(stored));
}

/** Why announcements at a webhook do not arrive; null while nothing is known to be wrong. */
export async function announcementTrouble(em: EntityManager, webhook: string): Promise<string | null> {
  const row = await em.findOne(SavedState, { key: KEY }, { refresh: true });
  const state = zState.safeParse(row?.value).data;
  if (state?.webhook !== sha256(webhook)) return null;
  if (state.gone) return 'The webhook no longer exists at Discord: set discord_webhook_url to another one.';
  if (state.failures === 0) return null;
  return `Discord did not accept the last announcement, ${counted(state.failures, 'attempt')} so far: it is retried.`;
}

/** Deletes the state when no webhook is configured, so that the next one starts fresh, even if it is the same. */
export async function forgetState(em: EntityManager): Promise<void> {
  await em.nativeDelete(SavedState, { key: KEY });
}

const COMMANDS_KEY = 'discord.commands';

const zActivity = z.object({
  last: z.object({ at: zStoredMoment, command: z.enum(COMMAND_NAMES) }).optional(),
  failure: z.object({ at: zStoredMoment, reason: z.string() }).optional(),
});

/** The last command, also one that was refused or failed, and the last failure. */
export type CommandActivity = z.output<typeof zActivity>;

/** Records a command or a failure; the other one stays. */
export async function recordActivity({ em, clock }: WriteScope, changed: CommandActivity): Promise<void> {
  await query(em)`insert into job_state (key, value, updated_at)
    values (${COMMANDS_KEY}, ${JSON.stringify(changed)}::jsonb, ${clock.now()})
    on conflict (key) do update
    set value = job_state.value || excluded.value, updated_at = excluded.updated_at`;
}

export async function commandActivity(em: EntityManager): Promise<CommandActivity> {
  const row = await em.findOne(SavedState, { key: COMMANDS_KEY });
  return zActivity.safeParse(row?.value).data ?? {};
}
