import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DIGEST_PERIODS } from '../../contract/follows/follows.ts';
import { SUBMISSION_NOTICES } from '../../contract/inbox/notices.ts';
import { DomainError } from '../../lib/errors.ts';
import { linkToken } from '../../lib/link-token.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Follow } from '../follows/follow.entity.ts';
import { lockAccount } from '../identity/account-lock.queries.ts';
import { changeNoticeSettings, noticeSettingsOf } from '../inbox/notice-settings.queries.ts';
import { Service } from '../service.ts';

const PURPOSE = 'unsubscribe';

/** What a link in an email unsubscribes from. */
const zSubscription = z.discriminatedUnion('type', [
  z.object({ type: z.literal('submissions'), notices: z.array(z.enum(SUBMISSION_NOTICES)) }),
  z.object({ type: z.literal('follows'), follows: z.array(z.int().positive()) }),
  z.object({ type: z.literal('digest'), period: z.enum(DIGEST_PERIODS) }),
]);
export type Subscription = z.infer<typeof zSubscription>;

const zSigned = z.object({ user_id: z.int().positive(), from: zSubscription });
type SignedSubscription = z.infer<typeof zSigned>;

const signed = (secret: string, text: string): string => `${text}.${linkToken(secret, PURPOSE, text)}`;

/**
 * The token of an unsubscribe link: what it does, signed with the application's secret. It is not stored, and does not
 * expire: emails are kept for years.
 */
function unsubscribeToken(secret: string, { user_id, from }: SignedSubscription): string {
  return signed(secret, Buffer.from(JSON.stringify({ user_id, from })).toString('base64url'));
}

export const unsubscribeUrl = (publicUrl: string, secret: string, subscription: SignedSubscription): string =>
  `${publicUrl}/unsubscribe?token=${unsubscribeToken(secret, subscription)}`;

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a token does; null unless it was signed with one of the secrets. */
function readUnsubscribeToken(token: string, secrets: readonly string[]): SignedSubscription | null {
  const [text = ''] = token.split('.');
  if (!secrets.some((secret) => isSame(token, signed(secret, text)))) return null;
  return zSigned.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

/** Unsubscribing from emails with their links, without a session. */
export class UnsubscribeService extends Service<{ audit: AuditService }> {
  /** What a link unsubscribes from. Has no side effects. @throws DomainError not_found for an invalid link */
  read(token: string): Subscription {
    return this.#signed(token).from;
  }

  /**
   * Switches the emails of a link off. Does nothing when they are off, or the account or follow is deleted.
   *
   * @throws DomainError not_found for an invalid link
   */
  async unsubscribe(token: string): Promise<Subscription> {
    const { em, audit } = this.deps;
    const { user_id: userId, from } = this.#signed(token);
    await em.transactional(async () => {
      // Changes of the settings by the owner share this lock.
      const account = await lockAccount(em, userId);
      if (account.deletedAt) return;
      const detail = await this.#switchOff(userId, from);
      if (detail) await audit.record('notices.unsubscribed', { target: account.username, detail });
    });
    return from;
  }

  /** @returns which of these emails were on; null for none */
  async #switchOff(userId: number, from: Subscription): Promise<Subscription | null> {
    const { em } = this.deps;
    if (from.type === 'submissions') {
      const chosen = await noticeSettingsOf(em, userId);
      const notices = from.notices.filter((notice) => chosen[notice].email);
      const off = notices.map((notice) => [notice, { ...chosen[notice], email: false }] as const);
      await changeNoticeSettings(em, userId, Object.fromEntries(off));
      return notices.length > 0 ? { ...from, notices } : null;
    }
    const which =
      from.type === 'follows'
        ? { followId: { $in: from.follows }, email: { $ne: 'off' as const } }
        : { email: from.period };
    const follows = await em.find(Follow, { account: userId, ...which }, { orderBy: { followId: 'asc' } });
    for (const follow of follows) follow.email = 'off';
    await em.flush();
    if (follows.length === 0) return null;
    return from.type === 'follows' ? { ...from, follows: follows.map(({ followId }) => followId) } : from;
  }

  #signed(token: string) {
    const subscription = readUnsubscribeToken(token, this.deps.config.secrets);
    if (!subscription)
      throw new DomainError(
        'not_found',
        'UNSUBSCRIBE_LINK_INVALID',
        'This link is invalid. Copy the whole link from the email.',
      );
    return subscription;
  }
}
