import { DomainError } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Follow } from '../follows/follow.entity.ts';
import { Account } from '../identity/account.entity.ts';
import { changeNoticeSettings, noticeSettingsOf } from '../inbox/notice-settings.queries.ts';
import { Service } from '../service.ts';
import { readUnsubscribeToken, type Subscription } from './unsubscribe-token.ts';

const deadLink = () =>
  new DomainError(
    'not_found',
    'UNSUBSCRIBE_LINK_INVALID',
    'This link is not valid. Copy it from the mail as a whole.',
  );

/** Unsubscribing from mails with their links, without a session. */
export class UnsubscribeService extends Service<{ audit: AuditService }> {
  /** What a link unsubscribes from. Has no side effects. @throws DomainError not_found for an invalid link */
  read(token: string): Subscription {
    return this.#signed(token).from;
  }

  /**
   * Switches the mails of a link off. Does nothing when they are off, or the account or follow is deleted.
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
      await audit.record({ action: 'notices.unsubscribed', target: account.username, detail: from });
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
    if (!signed) throw deadLink();
    return signed;
  }
}
