import { domainErrorOf } from '../../../db/constraints.ts';
import { inTime, withTimeout } from '../../../lib/with-timeout.ts';
import { hasDemoSales } from '../../demo/demo.queries.ts';
import type { CallLimits } from '../../limits/call-limits.ts';
import { Service } from '../../service.ts';
import type { SettingsService } from '../../settings/settings.service.ts';
import { type CommandActivity, recordActivity } from '../discord-state.ts';
import { type Choice, type CommandDeps, nameChoices } from './asked-sales.ts';
import { checkReply } from './check.command.ts';
import type { CommandName } from './command-list.ts';
import { TEXTS } from './command-texts.ts';
import { followReply } from './follow.command.ts';
import { sendFollowUp } from './follow-up.ts';
import type { CommandInteraction, Interaction } from './interaction.ts';
import { priceReply } from './price.command.ts';
import { messageOf, notice, type Reply, visibility } from './reply.ts';

const WORK_MS = 20_000;

/** Types of responses, by Discord's numbers. */
const RESPONSES = { pong: 1, message: 4, deferred: 5, choices: 8 } as const;

interface InteractionResponse {
  response: { type: number; data?: object };
  /** Work that continues after the response was sent. Never fails. */
  rest?: Promise<void>;
}

const REPLIES: Record<
  CommandName,
  (deps: CommandDeps, options: CommandInteraction['options']) => Promise<Reply>
> = {
  price: (deps, { name = '', filter = '' }) => priceReply(deps, name, filter),
  check: (deps, { set = '' }) => checkReply(deps, set),
  follow: (deps, { search = '' }) => followReply(deps, search),
};

/** Whether the reply is for everybody in the channel. */
const IS_PUBLIC: Record<CommandName, boolean> = { price: true, check: true, follow: false };

interface Result {
  reply: Reply;
  outcome: 'answered' | 'refused' | 'failed';
}

interface Deps extends CommandDeps {
  settings: SettingsService;
  calls: CallLimits;
}

/** Answers the commands that users send at Discord. */
export class DiscordCommandsService extends Service<Deps> {
  /** The key that signs commands; null while they are turned off. */
  async publicKey(): Promise<string | null> {
    const { settings } = this.deps;
    const applicationId = await settings.get('discord_application_id');
    const publicKey = await settings.get('discord_public_key');
    return applicationId && publicKey ? publicKey : null;
  }

  /**
   * The response to an interaction that Discord signed. A slow reply is deferred, and sent afterwards.
   *
   * @param respondMs how long it may take until the response
   */
  async respond(interaction: Interaction, respondMs: number): Promise<InteractionResponse> {
    if (interaction.type === 'ping') return { response: { type: RESPONSES.pong } };
    if (interaction.type === 'command') return this.#respondToCommand(interaction, respondMs);
    const choices = (await inTime(respondMs, this.#choices(interaction))) ?? [];
    return { response: { type: RESPONSES.choices, data: { choices } } };
  }

  async #respondToCommand(interaction: CommandInteraction, respondMs: number): Promise<InteractionResponse> {
    const started = this.deps.clock.now();
    const work = this.#result(interaction);
    const result = await inTime(respondMs, work);
    if (result)
      return {
        response: { type: RESPONSES.message, data: messageOf(result.reply) },
        rest: this.#finish(interaction, started, result),
      };
    const isPublic = IS_PUBLIC[interaction.command];
    return {
      response: { type: RESPONSES.deferred, data: visibility(isPublic) },
      rest: work.then(async (late) => {
        const { publicUrl } = this.deps.config;
        const undelivered = await sendFollowUp(interaction, late.reply, { isPublic, publicUrl });
        await this.#finish(interaction, started, late, { deferred: true, undelivered });
      }),
    };
  }

  /** The reply, which is a notice when the command fails. Never rejects. */
  async #result({ userId, command, options }: CommandInteraction): Promise<Result> {
    const { calls, logger } = this.deps;
    try {
      calls.takeDiscordUser(userId);
      const work = this.#noteDemo(REPLIES[command](this.deps, options));
      return { reply: await withTimeout(WORK_MS, `the command ${command}`, work), outcome: 'answered' };
    } catch (error) {
      const domainError = domainErrorOf(error);
      if (domainError) return { reply: notice(domainError.message), outcome: 'refused' };
      logger.error({ category: 'discord', command, err: error }, 'command failed');
      return { reply: notice(TEXTS.failed), outcome: 'failed' };
    }
  }

  /** Adds that the sales of a reply are generated, if the site shows such sales. */
  async #noteDemo(replying: Promise<Reply>): Promise<Reply> {
    const [reply, isDemo] = await Promise.all([replying, hasDemoSales(this.deps.market.reads)]);
    return isDemo && reply.parts.length > 0 ? { ...reply, text: TEXTS.demo } : reply;
  }

  /** The names to choose from; none when they cannot be read now. Never rejects. */
  async #choices({ userId, options }: CommandInteraction): Promise<Choice[]> {
    const { calls, market, logger } = this.deps;
    try {
      calls.takeDiscordUser(userId);
      return await nameChoices(market, options.name ?? options.search ?? '');
    } catch (error) {
      if (!domainErrorOf(error))
        logger.error({ category: 'discord', err: error }, 'the choices of a command could not be listed');
      return [];
    }
  }

  /** Logs a command, and records it for the state of the commands. Never rejects. */
  async #finish(
    { command }: CommandInteraction,
    started: Date,
    { reply, outcome }: Result,
    { deferred = false, undelivered = null }: { deferred?: boolean; undelivered?: string | null } = {},
  ): Promise<void> {
    const { clock, logger } = this.deps;
    const at = clock.now();
    const line = {
      category: 'discord',
      command,
      ...(reply.kind && { kind: reply.kind }),
      outcome,
      deferred,
      ms: at.getTime() - started.getTime(),
    };
    if (undelivered === null) logger.info(line, 'command');
    else logger.warn({ ...line, reason: undelivered }, 'the reply to a command could not be sent');
    const reason = undelivered ?? (outcome === 'failed' ? 'an error, see the log' : null);
    const activity: CommandActivity = {
      last: { at, command },
      ...(reason !== null && { failure: { at, reason: `${command}: ${reason}` } }),
    };
    await recordActivity(this.deps, activity).catch((error: unknown) =>
      logger.warn({ category: 'discord', err: error }, 'the state of the commands was not recorded'),
    );
  }
}
