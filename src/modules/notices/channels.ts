import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChannelName } from '../../contract/inbox/inbox.ts';
import { CHANNEL_PATIENCE_DAYS } from '../../contract/inbox/notices.ts';
import { addMs, DAY_MS } from '../../contract/shared/dates.ts';
import { query } from '../../db/query.ts';
import { waitAfterFailures } from '../../lib/backoff.ts';
import { keptAccounts } from '../identity/account-lock.queries.ts';
import { NoticeChannel } from '../inbox/inbox.entity.ts';
import { addToInbox } from '../inbox/inbox.ts';
import type { WriteScope } from '../scope.ts';

interface Failure {
  /** A sentence for the account's owner, without secrets; at most 200 characters. */
  error: string;
  /** Nothing can be sent there from now on: the channel is paused at once. */
  isLasting?: boolean;
  /** The webhook that failed, as stored: nothing is recorded when another one has been connected meanwhile. */
  sealed?: string;
}

/**
 * Records that sending to a channel failed. A channel that fails for `CHANNEL_PATIENCE_DAYS` is paused, and an entry in
 * the inbox says so. Nothing is recorded for an account that is not active.
 */
export async function channelFailed(
  { em, clock }: WriteScope,
  userId: number,
  channel: ChannelName,
  { error, isLasting = false, sealed }: Failure,
): Promise<void> {
  const now = clock.now();
  const patientSince = addMs(now, -CHANNEL_PATIENCE_DAYS * DAY_MS);
  await em.transactional(async () => {
    const [row] = await query(em)<{ failing_since: string; failures: number; paused: boolean }>`
      insert into notice_channel as c (user_id, channel, failing_since, last_error, failures, paused_at)
      select user_id, ${channel}, ${now}::timestamptz, ${error}, 1, ${isLasting ? now : null}::timestamptz
      from ${keptAccounts([userId])} where ${sealed ?? null}::text is null or exists (
        select from notice_channel where user_id = ${userId} and channel = ${channel} and sealed = ${sealed ?? null})
      on conflict (user_id, channel) do update set
        failing_since = coalesce(c.failing_since, excluded.failing_since),
        last_error = excluded.last_error,
        failures = c.failures + 1,
        paused_at = case when ${isLasting} or c.failing_since <= ${patientSince} then ${now}::timestamptz end
      where c.paused_at is null
      returning failing_since, failures, paused_at is not null as paused`;
    if (!row) return;
    await setWait(em, userId, channel, addMs(now, waitAfterFailures(row.failures)));
    if (!row.paused) return;
    const { failing_since } = row;
    await addToInbox(
      em,
      [
        {
          kind: 'channel_paused',
          user_id: userId,
          key: `${channel} ${failing_since}`,
          sale_id: null,
          data: { channel, last_error: error, failing_since },
        },
      ],
      now,
    );
  });
}

/** Forgets the failures of a channel: something was sent there, or its owner resumed it. Its wait stays. */
export async function markWorking(em: EntityManager, userId: number, channel: ChannelName): Promise<void> {
  const working = { failingSince: null, lastError: null, pausedAt: null, failures: 0 };
  await em.nativeUpdate(NoticeChannel, { account: userId, channel }, working);
}

/** Sends nothing to a channel before that time; null ends a wait. */
export async function setWait(
  em: EntityManager,
  userId: number,
  channel: ChannelName,
  until: Date | null,
): Promise<void> {
  await em.nativeUpdate(NoticeChannel, { account: userId, channel }, { waitUntil: until });
}
