import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SUBMISSION_NOTICES } from '../../contract/inbox/notices.ts';
import { DomainError } from '../../lib/errors.ts';
import { linkToken } from '../../lib/link-token.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Follow } from '../follows/follow.entity.ts';
import { Account } from '../identity/account.entity.ts';
import { changeNoticeSettings, noticeSettingsOf } from '../inbox/notice-settings.queries.ts';
import { Service } from '../service.ts';

const PURPOSE = 'unsubscribe';
/** Longer than any token with all follows of an account. */
const MAX_LENGTH = 2_000;

/** What a link in an email unsubscribes from. */
const zSubscription = z.discriminatedUnion('type', [
  z.object({ type: z.literal('submissions'), notices: z.array(z.enum(SUBMISSION_NOTICES)) }),
  z.object({ type: z.literal('follows'), follows: z.array(z.int().positive()) }),
  z.object({ type: z.literal('digest'), period: z.enum(['daily', 'weekly']) }),
]);
export type Subscription = z.infer<typeof zSubscription>;

const zSigned = z.object({ user_id: z.int().positive(), from: zSubscription });
type SignedSubscription = z.infer<typeof zSigned>;

/**
 * The token of an unsubscribe link: what it does, signed with the application's secret. It is not stored, and does not
 * expire: emails are kept for years.
 */
function unsubscribeToken(secret: string, { user_id, from }: SignedSubscription): string {
  const text = Buffer.from(JSON.stringify({ user_id, from })).toString('base64url');
  return `${text}.${linkToken(secret, PURPOSE, text)}`;
}

export const unsubscribeUrl = (publicUrl: string, secret: string, signed: SignedSubscription): string =>
  `${publicUrl}/unsubscribe?token=${unsubscribeToken(secret, signed)}`;

function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a token does; null unless it was signed with one of the secrets. */
function readUnsubscribeToken(token: string, secrets: readonly string[]): SignedSubscription | null {
  if (token.length > MAX_LENGTH) return null;
  const [text = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return null;
  if (!secrets.some((secret) => isSignature(signature, linkToken(secret, PURPOSE, text)))) return null;
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
      const account = await em.findOne(Account, { userId, deletedAt: null }, { refresh: true });
      if (!account) return;
      await this.#switchOff(userId, from);
      await audit.record('notices.unsubscribed', { target: account.username, detail: from });
    });
    return from;
  }

  async #switchOff(userId: number, from: Subscription): Promise<void> {
    const { em } = this.deps;
    if (from.type === 'submissions') {
      const chosen = (await noticeSettingsOf(em, [userId]))(userId);
      const off = from.notices.map((notice) => [notice, { ...chosen[notice], email: false }] as const);
      return changeNoticeSettings(em, userId, Object.fromEntries(off));
    }
    const which = from.type === 'follows' ? { followId: { $in: from.follows } } : { email: from.period };
    await em.nativeUpdate(Follow, { account: userId, ...which }, { email: 'off' });
  }

  #signed(token: string) {
    const signed = readUnsubscribeToken(token, this.deps.config.secrets);
    if (!signed)
      throw new DomainError(
        'not_found',
        'UNSUBSCRIBE_LINK_INVALID',
        'This link is invalid. Copy the whole link from the email.',
      );
    return signed;
  }
}
