import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { PATHS } from '../../contract/shared/paths.ts';
import { shortened } from '../../contract/shared/text.ts';
import { query } from '../../db/query.ts';
import type { Clock } from '../../lib/clock.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { withRetries } from '../../lib/with-retries.ts';
import { escapeMarkdown, messageWithin, saleLine } from '../discord/discord-messages.ts';
import {
  type DiscordMessage,
  postToWebhook,
  WEBHOOK_LEASE_MS,
  type WebhookResult,
} from '../discord/discord-webhook.ts';
import { channelFailed } from './channels.ts';
import { type FollowWithMatches, followsWithMatches } from './notices.queries.ts';
import { openWebhook, webhookAccepted, webhookFailed, webhookWaits } from './webhooks.ts';

const LABEL = 100;

/** The matches of an account's follows, as many as fit. */
function matchesMessage(follows: readonly FollowWithMatches[], publicUrl: string): DiscordMessage {
  const lines = follows.flatMap(({ label, sales }) => [
    `**${escapeMarkdown(shortened(label, LABEL))}**`,
    ...sales.map((sale) => saleLine(sale, publicUrl)),
  ]);
  const render = (kept: readonly string[]) =>
    [...kept, ...(kept.length < lines.length ? [`... and more: <${publicUrl}${PATHS.following}>`] : [])].join(
      '\n',
    );
  return { content: messageWithin(lines, render) };
}

/** Webhooks that get a message at once, and matches of a message. */
const AT_ONCE = 4;
const PER_MESSAGE = 10;

interface MatchPostsOptions {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, 'publicUrl'>;
  webhookBox: SecretBox;
}

/** The Discord channel of an account, leased by this process. */
interface Lease {
  user_id: number;
  leased_until: string;
}

interface MatchRef {
  follow_id: number;
  sale_id: number;
}

/**
 * Posts matches to the Discord webhooks of their accounts. A process leases a channel while it sends a message, so any
 * number of processes may run this, and no transaction is open meanwhile.
 *
 * Each match is posted at least once: if the process ends, or the response is lost, after Discord accepted a message and
 * before that is recorded, the message is sent again when the lease has ended.
 */
export class MatchPosts {
  readonly #options: MatchPostsOptions;

  constructor(options: MatchPostsOptions) {
    this.#options = options;
  }

  /** Sends a message to some webhooks that have matches. @returns whether there were any */
  async step(): Promise<boolean> {
    const em = this.#em();
    await this.#dropUndeliverable(em);
    const leases = await this.#lease(em);
    const posted = await Promise.allSettled(leases.map((lease) => this.#post(lease)));
    for (const outcome of posted) if (outcome.status === 'rejected') throw outcome.reason;
    return leases.length > 0;
  }

  #em(): EntityManager {
    return this.#options.orm.em.fork({ useContext: true });
  }

  /** Matches of accounts that are suspended, or have no webhook, or a paused one, are not kept for later. */
  async #dropUndeliverable(em: EntityManager): Promise<void> {
    await query(em)`
      update follow_match m set discord_at = ${this.#options.clock.now()} from follow f
      where m.follow_id = f.follow_id and m.discord and m.discord_at is null and (
        f.paused_at is not null or not f.discord or not exists (
          select from notice_channel c join account a using (user_id)
          where c.user_id = f.user_id and c.channel = 'discord' and c.sealed is not null and c.paused_at is null
            and a.account_status = 'Active'))`;
  }

  /** Leases channels with matches, for this process, by the clock of the database, which all processes share. */
  async #lease(em: EntityManager): Promise<Lease[]> {
    return query(em)<Lease>`
      update notice_channel set leased_until = now() + ${WEBHOOK_LEASE_MS} * interval '1 ms'
      where channel = 'discord' and user_id in (
        select user_id from notice_channel
        where channel = 'discord' and sealed is not null and paused_at is null
          and (wait_until is null or wait_until <= ${this.#options.clock.now()})
          and (leased_until is null or leased_until <= now())
          and user_id in (
            select f.user_id from follow_match m join follow f using (follow_id)
            where m.discord and m.discord_at is null)
        order by wait_until nulls first, user_id limit ${AT_ONCE} for update skip locked)
      returning user_id, leased_until`;
  }

  /** Sends a message to a leased channel, and ends the lease when the result is recorded. */
  async #post({ user_id, leased_until }: Lease): Promise<void> {
    await this.#send(user_id);
    // If it took longer than the lease, another process may hold the next one.
    await query(this.#em())`update notice_channel set leased_until = null
      where user_id = ${user_id} and channel = 'discord' and leased_until = ${leased_until}`;
  }

  async #send(userId: number): Promise<void> {
    const em = this.#em();
    const batch = await this.#batch(em, userId);
    const { follows } = await followsWithMatches(em, [inBatch(batch)], PER_MESSAGE);
    const webhook = await this.#webhook(em, userId);
    if (webhook === null) return;
    if (follows.length === 0) return markPosted(em, batch, this.#options.clock.now());
    const { clock, config } = this.#options;
    const scope = { em, clock };
    const message = matchesMessage(follows, config.publicUrl);
    const result = await postToWebhook(webhook.url, message, config);
    this.#log(userId, result, follows);
    if (result.kind === 'limited') return webhookWaits(scope, userId, result.waitMs);
    if (result.kind !== 'taken') return webhookFailed(scope, userId, result, webhook.sealed);
    // Without the record, the message would be sent again.
    await withRetries(() =>
      em.transactional(async () => {
        await markPosted(em, batch, clock.now());
        await webhookAccepted(scope, userId, result.waitMs);
      }),
    );
  }

  /** The account's webhook; null if it has been removed, or no secret decrypts it. */
  async #webhook(em: EntityManager, userId: number) {
    try {
      return await openWebhook(em, this.#options.webhookBox, userId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const failure = { error: error.message, isLasting: true };
      await channelFailed({ em, clock: this.#options.clock }, userId, 'discord', failure);
      return null;
    }
  }

  async #batch(em: EntityManager, userId: number): Promise<MatchRef[]> {
    return query(em)<MatchRef>`
      select m.follow_id, m.sale_id from follow_match m join follow f using (follow_id)
      where f.user_id = ${userId} and m.discord and m.discord_at is null
      order by m.matched_at, m.follow_id, m.sale_id limit ${PER_MESSAGE}`;
  }

  #log(userId: number, result: WebhookResult, follows: readonly FollowWithMatches[]): void {
    const matches = follows.reduce((sum, { sales }) => sum + sales.length, 0);
    const facts = { category: 'discord', user_id: userId, matches };
    if (result.kind === 'taken') this.#options.logger.info(facts, 'matches sent to a webhook');
    else this.#options.logger.info({ ...facts, answer: result.kind }, 'matches not sent to a webhook');
  }
}

/** Marks the matches that wait to be posted to the webhook of an account, so that they are not sent. */
export async function dropMatchPosts(em: EntityManager, userId: number, at: Date): Promise<void> {
  await query(em)`update follow_match m set discord_at = ${at} from follow f
    where m.follow_id = f.follow_id and f.user_id = ${userId} and m.discord and m.discord_at is null`;
}

const inBatch = (batch: readonly MatchRef[]) => sql<boolean>`
  (m.follow_id, m.sale_id) in (
    select follow_id, sale_id from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as batch(follow_id int, sale_id int))`;

/** Marks matches as posted, so that they are not sent again. */
async function markPosted(em: EntityManager, batch: readonly MatchRef[], at: Date): Promise<void> {
  await query(em)`update follow_match m set discord_at = ${at} where ${inBatch(batch)}`;
}
