import express, { type Request, type RequestHandler, type Router } from 'express';
import { LIMITS } from '../../contract/shared/limits.ts';
import { invalidField, notFound, unauthenticated } from '../../lib/errors.ts';
import { parseInput, parseJson } from '../../lib/parse-input.ts';
import { VISITOR } from '../../modules/actor.ts';
import { type Interaction, zInteraction } from '../../modules/discord/commands/interaction.ts';
import { isSignedByDiscord } from '../../modules/discord/commands/interaction-signature.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { servicesOf } from '../../runtime/services.ts';
import { ipOf } from '../request.ts';

/** Discord drops responses after 3 s; the rest of the time is for the network. */
const RESPOND_MS = 1_500;

const notSigned = () => unauthenticated('BAD_SIGNATURE', 'The request is not signed by Discord.');

/** @throws DomainError invalid */
function interactionOf(body: Buffer): Interaction {
  const sent = parseJson(body.toString());
  if (sent === undefined) throw invalidField('body', 'The body is not valid JSON.');
  return parseInput(zInteraction, sent);
}

/** The interactions endpoint of Discord, and the replies that it still has to send. */
interface DiscordInteractions {
  router: Router;
  settle(): Promise<void>;
}

/**
 * Serves the commands that users send at Discord, which are signed with the application's key. While they are turned off,
 * the address does not exist.
 */
export function discordInteractions(runtime: Runtime, respondMs = RESPOND_MS): DiscordInteractions {
  const { calls, clock, logger } = runtime;
  const pending = new Set<Promise<void>>();
  const publicKeys = new WeakMap<Request, string>();
  const readBody = express.raw({ type: () => true, limit: LIMITS.bodyBytes, inflate: false });

  function keepTrackOf(rest: Promise<void>): void {
    const settled = rest
      .catch((error: unknown) => logger.error({ category: 'discord', err: error }, 'command not completed'))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  }

  const requireKey: RequestHandler = async (request, _response, next) => {
    await calls.checkUnsigned(ipOf(request));
    const publicKey = await servicesOf(runtime, VISITOR).discordCommands.publicKey();
    // The settings were read from the database, which only requests of Discord may do without limit.
    if (publicKey === null || request.method !== 'POST') await calls.countUnsigned(ipOf(request));
    if (publicKey === null) throw notFound('path');
    publicKeys.set(request, publicKey);
    next();
  };

  const answer: RequestHandler = async (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signed = {
      signature: request.get('x-signature-ed25519') ?? null,
      timestamp: request.get('x-signature-timestamp') ?? null,
      body,
    };
    if (!isSignedByDiscord(publicKeys.get(request) ?? '', signed, clock.now())) {
      await calls.countUnsigned(ipOf(request));
      throw notSigned();
    }
    const interaction = interactionOf(body);
    const result = await servicesOf(runtime, VISITOR).discordCommands.respond(interaction, respondMs);
    response.setHeader('Cache-Control', 'no-store');
    response.json(result.response);
    if (result.rest) keepTrackOf(result.rest);
  };

  const router = express.Router();
  router.route('/discord/interactions').all(requireKey).post(readBody, answer);
  return {
    router,
    settle: async () => {
      await Promise.all(pending);
    },
  };
}
