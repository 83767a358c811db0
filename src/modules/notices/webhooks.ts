import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { addMs } from '../../contract/shared/dates.ts';
import { conflict } from '../../lib/errors.ts';
import type { OwnedSealed, SecretBox } from '../../lib/secret-box.ts';
import { type WebhookResult, webhookError } from '../discord/discord-webhook.ts';
import { NoticeChannel } from '../inbox/inbox.entity.ts';
import type { WriteScope } from '../scope.ts';
import { channelFailed, markWorking, setWait } from './channels.ts';

const webhookOwner = (userId: number) => `webhook of account ${userId}`;

/** Stores a webhook as the Discord channel of an account, encrypted; the channel starts without failures. */
export async function sealWebhook(
  em: EntityManager,
  box: SecretBox,
  userId: number,
  url: string,
): Promise<void> {
  const { keyId, text: sealed } = box.seal(url, webhookOwner(userId));
  const fresh = { failingSince: null, lastError: null, pausedAt: null, failures: 0, waitUntil: null };
  await em.upsert(NoticeChannel, { account: userId, channel: 'discord', sealed, keyId, ...fresh });
}

/**
 * The webhook of an account and how it is stored; null without one.
 *
 * @throws DomainError conflict when no secret in `APP_SECRET` and `APP_SECRETS_OLD` decrypts it
 */
export async function openWebhook(em: EntityManager, box: SecretBox, userId: number) {
  const row = await em.findOne(NoticeChannel, { account: userId, channel: 'discord' }, { refresh: true });
  if (!row?.sealed) return null;
  try {
    const { sealed } = row;
    return { url: box.open({ keyId: row.keyId ?? '', text: sealed }, webhookOwner(userId)), sealed };
  } catch {
    throw conflict('WEBHOOK_LOST', 'The webhook can no longer be read. Connect it again.');
  }
}

/** Sends nothing to a webhook for the time that Discord asked for; 0 ends a wait. */
export const webhookWaits = ({ em, clock }: WriteScope, userId: number, waitMs: number): Promise<void> =>
  setWait(em, userId, 'discord', waitMs > 0 ? addMs(clock.now(), waitMs) : null);

/** Records that Discord accepted a message, in the caller's transaction. */
export async function webhookAccepted(scope: WriteScope, userId: number, waitMs: number): Promise<void> {
  await markWorking(scope.em, userId, 'discord');
  await webhookWaits(scope, userId, waitMs);
}

/** Records that Discord did not accept a message. @param sealed the webhook as it is stored */
export const webhookFailed = (
  scope: WriteScope,
  userId: number,
  result: Exclude<WebhookResult, { kind: 'taken' | 'limited' }>,
  sealed: string,
): Promise<void> =>
  channelFailed(scope, userId, 'discord', {
    error: webhookError(result).message,
    isLasting: result.kind === 'gone',
    sealed,
  });

const ownedOf = ({ account, keyId, sealed }: NoticeChannel): OwnedSealed => ({
  keyId: keyId ?? '',
  text: sealed ?? '',
  owner: webhookOwner(account.userId),
});

/** The encrypted webhooks of all accounts, except those of some keys. */
export async function sealedWebhooks(
  em: EntityManager,
  exceptKeys: readonly string[],
): Promise<OwnedSealed[]> {
  return (await em.find(NoticeChannel, { sealed: { $ne: null }, keyId: { $nin: exceptKeys } })).map(ownedOf);
}

/** Encrypts webhooks of former keys with the current one, in the caller's transaction; returns their number. */
export async function resealWebhooks(em: EntityManager, box: SecretBox): Promise<number> {
  const stale = await em.find(
    NoticeChannel,
    { sealed: { $ne: null }, keyId: { $ne: box.currentKeyId } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { account: 'asc' } },
  );
  for (const row of stale) {
    const { owner, ...stored } = ownedOf(row);
    const { keyId, text } = box.reseal(stored, owner);
    Object.assign(row, { keyId, sealed: text });
  }
  await em.flush();
  return stale.length;
}
