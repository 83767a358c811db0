import type { ChannelName } from '../../contract/inbox/inbox.ts';
import type { NoticeSettings, Notices } from '../../contract/inbox/notices.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { conflict } from '../../lib/errors.ts';
import type { OwnedSealed, SecretBox } from '../../lib/secret-box.ts';
import { signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { postToWebhook, webhookError } from '../discord/discord-webhook.ts';
import { Account } from '../identity/account.entity.ts';
import { NoticeChannel } from '../inbox/inbox.entity.ts';
import { changeNoticeSettings, noticeSettingsOf } from '../inbox/notice-settings.queries.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import { markWorking, setWait } from './channels.ts';
import { dropMatchPosts } from './match-posts.ts';
import {
  openWebhook,
  resealWebhooks,
  sealedWebhooks,
  sealWebhook,
  webhookAccepted,
  webhookFailed,
} from './webhooks.ts';

const isoOf = (at: Date | null | undefined) => at?.toISOString() ?? null;

const stateOf = (channel: NoticeChannel | undefined) => ({
  failing_since: isoOf(channel?.failingSince),
  last_error: channel?.lastError ?? null,
  paused_since: isoOf(channel?.pausedAt),
});

interface Deps {
  audit: AuditService;
  limits: RateLimits;
  webhookBox: SecretBox;
}

/** Where the signed-in account gets its notices. Each change returns the settings after it. */
export class NoticesService extends Service<Deps> {
  async settings(): Promise<Notices> {
    const { em } = this.deps;
    const { user_id: userId } = signedIn(this.deps.actor);
    const { emailConfirmedAt } = await em.findOneOrFail(Account, { userId });
    const channels = await em.find(NoticeChannel, { account: userId }, { refresh: true });
    const of = (channel: ChannelName) => channels.find((one) => one.channel === channel);
    const discord = of('discord');
    return {
      submissions: await noticeSettingsOf(em, userId),
      email: { confirmed: emailConfirmedAt !== null, ...stateOf(of('email')) },
      discord: { connected: Boolean(discord?.sealed), ...stateOf(discord) },
    };
  }

  /** Switches notices about own submissions on or off; absent ones stay as they are. */
  async save(changes: Partial<NoticeSettings>): Promise<Notices> {
    const { em, actor } = this.deps;
    const { user_id } = signedIn(actor);
    await em.transactional(() => changeNoticeSettings(em, user_id, changes));
    return this.settings();
  }

  /** Stores the account's own Discord webhook, encrypted. Replaces an earlier one. @param url a valid webhook */
  async setWebhook(url: string): Promise<Notices> {
    const { em, actor, audit, webhookBox } = this.deps;
    const { user_id, username } = signedIn(actor);
    await em.transactional(async () => {
      await sealWebhook(em, webhookBox, user_id, url);
      await audit.record('notices.webhook-set', { target: username });
    });
    return this.settings();
  }

  /**
   * Forgets the account's Discord webhook, if it has one, and the matches that were to be posted to it: if it is connected
   * again during a post, no other process posts the same matches.
   */
  async removeWebhook(): Promise<Notices> {
    const { em, actor, audit, clock } = this.deps;
    const { user_id, username } = signedIn(actor);
    await em.transactional(async () => {
      await dropMatchPosts(em, user_id, clock.now());
      const removed = await em.nativeDelete(NoticeChannel, { account: user_id, channel: 'discord' });
      if (removed > 0) await audit.record('notices.webhook-removed', { target: username });
    });
    return this.settings();
  }

  /**
   * Sends a test message to the account's Discord webhook, also while it is paused; a success resumes it.
   *
   * @throws DomainError conflict without a webhook, and when Discord does not know it; unavailable when Discord does not
   *   accept the message; rate_limited after too many tests or by Discord.
   */
  async testWebhook(): Promise<void> {
    const { em, actor, config, limits, webhookBox } = this.deps;
    const { user_id } = signedIn(actor);
    const webhook = await em.transactional(() => openWebhook(em, webhookBox, user_id));
    if (webhook === null) throw conflict('NO_WEBHOOK', MESSAGES.noWebhook);
    await limits.take('webhookTests', user_id);
    const content = `Test: sales that match the searches you follow on MarketDex will be posted here.\n<${config.publicUrl}>`;
    const result = await postToWebhook(webhook.url, { content }, config);
    if (result.kind === 'taken')
      return em.transactional(() => webhookAccepted(this.deps, user_id, result.waitMs));
    if (result.kind !== 'limited') await webhookFailed(this.deps, user_id, result, webhook.sealed);
    throw webhookError(result);
  }

  /** Sends to a channel again that failed or was paused, without the wait that followed its last failure. */
  async resume(channel: ChannelName): Promise<Notices> {
    const { em, actor } = this.deps;
    const { user_id } = signedIn(actor);
    await em.transactional(async () => {
      await markWorking(em, user_id, channel);
      await setWait(em, user_id, channel, null);
    });
    return this.settings();
  }

  /** @see SealedStore */
  sealed(exceptKeys: readonly string[]): Promise<OwnedSealed[]> {
    return sealedWebhooks(this.deps.em, exceptKeys);
  }

  /** @see SealedStore */
  reseal(): Promise<number> {
    const { em, webhookBox } = this.deps;
    return em.transactional(() => resealWebhooks(em, webhookBox));
  }
}
