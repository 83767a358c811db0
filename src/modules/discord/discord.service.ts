import { LIMITS } from '../../contract/shared/limits.ts';
import { DomainError } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { RequestScope } from '../scope.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { approvedBetween, pendingSales } from './discord.queries.ts';
import { digestMessage, NAMED, queueMessage, testMessage } from './discord-messages.ts';
import {
  afterAnswer,
  type DiscordState,
  forgetState,
  isClosed,
  lockState,
  saveState,
} from './discord-state.ts';
import { type Answer, type DiscordMessage, postToWebhook } from './discord-webhook.ts';

/** An approval counts once it can no longer be undone, and its transaction has certainly ended. */
const SETTLED_MS = (LIMITS.review.undoSeconds + 20) * 1_000;

interface Announcement {
  /** What is announced, for the log. */
  title: string;
  message: DiscordMessage;
  /** What holds once it is sent. */
  told: Partial<DiscordState>;
}

/** What there is to announce, and the state in any case. */
interface Findings {
  state: DiscordState;
  announcement?: Announcement;
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000);
const inSeconds = (ms: number) => Math.ceil(ms / 1_000);

/** A refusal in words, for whoever asked for a test. */
function faultOf(answer: Exclude<Answer, { kind: 'taken' }>): DomainError {
  if (answer.kind === 'gone')
    return new DomainError(
      'unavailable',
      'WEBHOOK_GONE',
      `Discord does not know this webhook (${answer.status}). Make another one there, and set discord_webhook_url to it.`,
    );
  if (answer.kind === 'failed')
    return new DomainError(
      'unavailable',
      'DISCORD_FAILED',
      `Discord did not take the message: ${answer.why}.`,
    );
  const retryAfter = inSeconds(answer.waitMs);
  const message = `Discord takes no more messages for now. Try again in ${retryAfter} s.`;
  return new DomainError('rate_limited', 'DISCORD_LIMITED', message, { retryAfter });
}

interface Deps extends RequestScope {
  settings: SettingsService;
  audit: AuditService;
}

/**
 * Announces at a webhook of Discord what is new, where the settings name one.
 *
 * Whoever announces holds the state while Discord is asked, and keeps in the same transaction what was told: any
 * number of processes may do so at once. One gap is left, as Discord knows no key by which it would tell a message
 * that it has: when the process ends or the answer is lost after Discord took a message and before that is kept, the
 * next try sends it again. Each such break costs one message twice; none is lost.
 */
export class DiscordService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Announces a queue that is too long and new approvals, if it is time to. What Discord does not take is said in the
   * log and left for a later call.
   *
   * @throws the signal's reason, once it is aborted
   */
  async announce(signal: AbortSignal): Promise<void> {
    const webhook = await this.#deps.settings.get('discord_webhook_url');
    if (webhook === '') return forgetState(this.#deps);
    await this.#tell(webhook, signal, (state) => this.#longQueue(state));
    await this.#tell(webhook, signal, (state) => this.#newApprovals(state));
  }

  /**
   * Sends a message that says that it is a test, even after failures; its id at Discord.
   *
   * @throws DomainError unavailable when no webhook is set or Discord does not take it, rate_limited when it wants
   *   to be left alone.
   */
  async test(): Promise<string | null> {
    const webhook = await this.#deps.settings.get('discord_webhook_url');
    if (webhook === '')
      throw new DomainError(
        'unavailable',
        'NO_WEBHOOK',
        'No webhook is set: the setting discord_webhook_url is empty.',
      );
    const answer = await this.#deps.em.transactional(() => this.#test(webhook));
    if (answer.kind === 'taken') return answer.messageId;
    throw faultOf(answer);
  }

  async #test(webhook: string): Promise<Answer> {
    const { clock, config } = this.#deps;
    const state = await lockState(this.#deps, webhook, { waits: true });
    if (!state) return { kind: 'failed', why: 'the webhook was changed a moment ago' };
    const waitMs = (state.limitedUntil?.getTime() ?? 0) - clock.now().getTime();
    if (waitMs > 0) return { kind: 'limited', waitMs };
    const message = testMessage(config.publicUrl);
    const answer = await this.#post(webhook, 'a test', message, new AbortController().signal);
    await saveState(this.#deps, afterAnswer(state, answer, clock.now()));
    await this.#deps.audit.record({ action: 'discord.tested', detail: { answer: answer.kind } });
    return answer;
  }

  /** Announces what is found, if Discord is open to it and nobody else is at it. */
  async #tell(
    webhook: string,
    signal: AbortSignal,
    find: (state: DiscordState) => Promise<Findings>,
  ): Promise<void> {
    const { em, clock } = this.#deps;
    await em.transactional(async () => {
      const known = await lockState(this.#deps, webhook, { waits: false });
      if (!known || isClosed(known, clock.now())) return;
      const { state, announcement } = await find(known);
      if (announcement) {
        const { title, message, told } = announcement;
        const answer = await this.#post(webhook, title, message, signal);
        const news = answer.kind === 'taken' ? told : {};
        await saveState(this.#deps, { ...afterAnswer(state, answer, clock.now()), ...news });
      } else if (state !== known) await saveState(this.#deps, state);
    });
  }

  /** Once when the queue grows beyond the threshold, and again only after it was below. */
  async #longQueue(state: DiscordState): Promise<Findings> {
    const threshold = Number(await this.#deps.settings.get('discord_pending_threshold'));
    const pending = threshold === 0 ? 0 : await pendingSales(this.#deps);
    if (state.queueTold && pending < Math.max(threshold, 1)) return { state: { ...state, queueTold: false } };
    if (state.queueTold || pending <= threshold) return { state };
    const message = queueMessage(pending, threshold, this.#deps.config.publicUrl);
    return {
      state,
      announcement: { title: `the queue of ${pending}`, message, told: { queueTold: true } },
    };
  }

  /** In one message what was approved since the last one, no more often than the settings allow. */
  async #newApprovals(state: DiscordState): Promise<Findings> {
    const now = this.#deps.clock.now();
    const minutes = Number(await this.#deps.settings.get('discord_digest_minutes'));
    if (state.digestAt && minuteOf(now) - minuteOf(state.digestAt) < minutes) return { state };
    const until = new Date(now.getTime() - SETTLED_MS);
    const { newest, total } = await approvedBetween(this.#deps, state.since, until, NAMED);
    if (total === 0) return { state };
    const message = digestMessage(newest, total, this.#deps.config.publicUrl);
    return {
      state,
      announcement: { title: `new approvals, ${total}`, message, told: { since: until, digestAt: now } },
    };
  }

  /** Sends a message, and says in the log what became of it: never where it went. */
  async #post(webhook: string, title: string, message: DiscordMessage, signal: AbortSignal): Promise<Answer> {
    const { config, logger } = this.#deps;
    const answer = await postToWebhook(webhook, message, {
      sender: `DiscordBot (${config.publicUrl}, 1)`,
      signal,
    });
    const log = logger.child({ category: 'discord', announcement: title });
    if (answer.kind === 'taken') log.info({ message_id: answer.messageId }, 'sent to Discord');
    else if (answer.kind === 'limited')
      log.warn(
        { wait_s: inSeconds(answer.waitMs) },
        'not sent to Discord yet: it wants to be left alone for a while',
      );
    else if (answer.kind === 'gone')
      log.warn(
        { status: answer.status },
        'not sent to Discord: it does not know the webhook any more. Nothing is sent until discord_webhook_url is another one',
      );
    else log.warn({ reason: answer.why }, 'perhaps not sent to Discord; it will be tried again');
    return answer;
  }
}
