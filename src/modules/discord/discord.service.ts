import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { UNDO_MS } from '../../contract/review/review-values.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { addMs, MINUTE_MS } from '../../contract/shared/dates.ts';
import { query } from '../../db/query.ts';
import { unavailable } from '../../lib/errors.ts';
import { withRetries } from '../../lib/with-retries.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';
import { countRows } from '../paging.ts';
import { Service } from '../service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { inSeconds } from './discord-api.ts';
import { digestMessage, MAX_LISTED, queueMessage, testMessage } from './discord-messages.ts';
import {
  afterResult,
  changeState,
  type DiscordState,
  forgetState,
  isClosed,
  leaseEnd,
  openState,
  saveState,
} from './discord-state.ts';
import { type DiscordMessage, postToWebhook, type WebhookResult, webhookError } from './discord-webhook.ts';

/**
 * Sales approved in [`from`, `until`) that are still approved: the newest ones, the most recent first, and the total.
 */
async function approvedBetween(
  em: EntityManager,
  from: Date,
  until: Date,
  limit: number,
): Promise<{ newest: AnySale[]; total: number }> {
  const rows = await query(em)<SaleRow & { total: number }>`
    select ${SALE_COLUMNS}, (count(*) over ())::int as total from sale s
    where s.status = 'approved' and s.deleted_at is null and s.decided_at >= ${from} and s.decided_at < ${until}
    order by s.decided_at desc, s.sale_id desc limit ${limit}`;
  return { newest: rows.map((row) => presentAnySale(row, null)), total: rows[0]?.total ?? 0 };
}

const pendingSales = (em: EntityManager): Promise<number> =>
  countRows(em, sql`sale where status = 'pending' and deleted_at is null`);

/** An approval is announced only when it can no longer be undone and its transaction has certainly ended. */
const SETTLED_MS = UNDO_MS + 20_000;

interface Announcement {
  title: string;
  message: DiscordMessage;
  /** Changes of the state after it has been sent. */
  changes: Partial<DiscordState>;
}

/** An announcement, and the end of the lease under which it is sent. */
type LeasedAnnouncement = Announcement & { leasedUntil: Date };

interface Findings {
  state: DiscordState;
  announcement?: Announcement;
}

type Find = (state: DiscordState) => Promise<Findings>;

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

/**
 * Announces news at a Discord webhook, if one is configured.
 *
 * A process leases the state while it sends an announcement, so any number of processes may run this concurrently, and
 * no transaction is open meanwhile. Delivery is at least once: Discord has no idempotency key, so if the process ends,
 * or the response is lost, after Discord accepted a message and before that is recorded, the message is sent again when
 * the lease has ended.
 */
export class DiscordService extends Service<{ settings: SettingsService; audit: AuditService }> {
  /**
   * Announces a queue that is too long, and new approvals, if they are due. Messages that Discord does not accept are
   * logged and left for a later call.
   *
   * @throws the signal's reason when it is aborted
   */
  async announce(signal: AbortSignal): Promise<void> {
    const webhook = await this.deps.settings.get('discord_webhook_url');
    if (webhook === '') return forgetState(this.deps.em);
    await this.#announceOne(webhook, signal, (state) => this.#longQueue(state));
    await this.#announceOne(webhook, signal, (state) => this.#newApprovals(state));
  }

  /**
   * Sends a test message, even after failures, and returns its id at Discord.
   *
   * @throws DomainError unavailable when no webhook is set or Discord does not accept the message, conflict when Discord
   *   does not know the webhook, rate_limited when Discord rate-limits it.
   */
  async test(): Promise<string | null> {
    const webhook = await this.deps.settings.get('discord_webhook_url');
    if (webhook === '')
      throw unavailable('NO_WEBHOOK', 'No webhook is set: the setting discord_webhook_url is empty.');
    const result = await this.#test(webhook);
    if (result.kind === 'taken') return result.messageId;
    throw webhookError(result, 'set discord_webhook_url to it');
  }

  async #test(webhook: string): Promise<WebhookResult> {
    const { em, clock, config, audit } = this.deps;
    const { limitedUntil } = await em.transactional(() => openState(this.deps, webhook));
    const waitMs = (limitedUntil?.getTime() ?? 0) - clock.now().getTime();
    if (waitMs > 0) return { kind: 'limited', waitMs };
    const message = testMessage(config.publicUrl);
    const result = await this.#post(webhook, 'a test', message);
    await em.transactional(async () => {
      await changeState(this.deps, webhook, (state) => afterResult(state, result, clock.now()));
      await audit.record('discord.tested', { detail: { answer: result.kind } });
    });
    return result;
  }

  /** Sends what `find` returns, unless Discord is unavailable or another process is already sending. */
  async #announceOne(webhook: string, signal: AbortSignal, find: Find): Promise<void> {
    const { em, clock } = this.deps;
    const announcement = await em.transactional(() => this.#lease(webhook, find));
    if (!announcement) return;
    const { title, message, changes, leasedUntil } = announcement;
    // The webhook may have been removed and set again meanwhile: then its state, and any lease, is another one.
    const change = (changed: (state: DiscordState) => DiscordState) =>
      em.transactional(() =>
        changeState(this.deps, webhook, (state) =>
          state.leasedUntil?.getTime() === leasedUntil.getTime()
            ? { ...changed(state), leasedUntil: null }
            : state,
        ),
      );
    let result: WebhookResult;
    try {
      result = await this.#post(webhook, title, message, signal);
    } catch (error) {
      // If this fails too, the lease expires.
      await change((state) => state).catch(() => undefined);
      throw error;
    }
    const sent = result.kind === 'taken' ? changes : {};
    // Without the record, the message would be sent again.
    await withRetries(() => change((state) => ({ ...afterResult(state, result, clock.now()), ...sent })));
  }

  /** Leases the state for an announcement if there is one. */
  async #lease(webhook: string, find: Find): Promise<LeasedAnnouncement | undefined> {
    const now = this.deps.clock.now();
    const known = await openState(this.deps, webhook);
    if (isClosed(known, now)) return undefined;
    const { state, announcement } = await find(known);
    const leasedUntil = leaseEnd(now);
    const next = announcement ? { ...state, leasedUntil } : state;
    if (next !== known) await saveState(this.deps, next);
    return announcement && { ...announcement, leasedUntil };
  }

  /** Announces once when the queue exceeds the threshold, and again only after it fell below it. */
  async #longQueue(state: DiscordState): Promise<Findings> {
    const threshold = Number(await this.deps.settings.get('discord_pending_threshold'));
    const pending = threshold === 0 ? 0 : await pendingSales(this.deps.em);
    if (state.queueAnnounced && pending < Math.max(threshold, 1))
      return { state: { ...state, queueAnnounced: false } };
    if (state.queueAnnounced || pending <= threshold) return { state };
    const message = queueMessage(pending, threshold, this.deps.config.publicUrl);
    return {
      state,
      announcement: { title: `the queue of ${pending}`, message, changes: { queueAnnounced: true } },
    };
  }

  /** Announces approvals since the last digest in one message, at most as often as the settings allow. */
  async #newApprovals(state: DiscordState): Promise<Findings> {
    const now = this.deps.clock.now();
    const minutes = Number(await this.deps.settings.get('discord_digest_minutes'));
    if (state.digestAt && minuteOf(now) - minuteOf(state.digestAt) < minutes) return { state };
    const until = addMs(now, -SETTLED_MS);
    const { newest, total } = await approvedBetween(this.deps.em, state.since, until, MAX_LISTED);
    if (total === 0) return { state };
    const { publicUrl, isPublicUrlSet } = this.deps.config;
    const message = digestMessage(newest, total, { publicUrl, isPublic: isPublicUrlSet });
    return {
      state,
      announcement: { title: `new approvals, ${total}`, message, changes: { since: until, digestAt: now } },
    };
  }

  /** Sends a message and logs the result, never the webhook. */
  async #post(
    webhook: string,
    title: string,
    message: DiscordMessage,
    signal?: AbortSignal,
  ): Promise<WebhookResult> {
    const { config, logger } = this.deps;
    const result = await postToWebhook(webhook, message, config, signal);
    const log = logger.child({ category: 'discord', announcement: title });
    if (result.kind === 'taken') log.info({ message_id: result.messageId }, 'sent to Discord');
    else if (result.kind === 'limited')
      log.warn({ wait_s: inSeconds(result.waitMs) }, 'not sent to Discord: rate limited, will be retried');
    else if (result.kind === 'gone')
      log.warn(
        { status: result.status },
        'not sent to Discord: the webhook no longer exists. Nothing is sent until discord_webhook_url is changed',
      );
    else
      log.warn(
        { reason: result.why },
        'sending to Discord failed and will be retried; the message may have arrived',
      );
    return result;
  }
}
