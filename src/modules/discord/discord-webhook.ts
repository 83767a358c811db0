import { z } from 'zod';
import type { Config } from '../../config.ts';
import { conflict, type DomainError, unavailable } from '../../lib/errors.ts';
import { callDiscord, type DiscordResult, limitedError, responded } from './discord-api.ts';

/** Longer than Discord may take to respond, even if the clocks of two processes differ by some seconds. */
export const WEBHOOK_LEASE_MS = 30_000;

/** A message to a webhook: text in Discord's markdown, at most 2,000 characters. */
export interface DiscordMessage {
  content: string;
  /** The URL of a picture that is shown below it. */
  image?: string;
}

export type WebhookResult =
  /** @property waitMs time until the next message may be sent, if this one used up the rate limit; otherwise 0 */
  | { kind: 'taken'; messageId: string | null; waitMs: number }
  | { kind: 'limited'; waitMs: number }
  /** The webhook no longer exists, or its token was changed. */
  | { kind: 'gone'; status: number }
  /** @property why a reason that reveals nothing about the webhook */
  | { kind: 'failed'; why: string };

const GONE = [401, 404];

const zTaken = z.object({ id: z.string().regex(/^\d{1,30}$/) });

/** Error texts of the service could quote the webhook, so only numbers are used. */
function interpret(result: DiscordResult): WebhookResult {
  if (result.kind === 'taken')
    return {
      kind: 'taken',
      messageId: zTaken.safeParse(result.body).data?.id ?? null,
      waitMs: result.waitMs,
    };
  if (result.kind !== 'refused') return result;
  const { status } = result;
  return GONE.includes(status) ? { kind: 'gone', status } : { kind: 'failed', why: responded(status) };
}

/**
 * Sends a message to a webhook, without retries or redirects. Mentions notify nobody.
 *
 * A `failed` message may still have been accepted, if only the response was lost.
 *
 * @param webhook a valid value of the setting `discord_webhook_url`
 * @throws the signal's reason when it is aborted
 */
export async function postToWebhook(
  webhook: string,
  { content, image }: DiscordMessage,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  signal?: AbortSignal,
): Promise<WebhookResult> {
  const url = new URL(webhook);
  // Without it, Discord responds before it has stored the message, and returns no id.
  url.searchParams.set('wait', 'true');
  const body = {
    content,
    allowed_mentions: { parse: [] },
    ...(image !== undefined && { embeds: [{ image: { url: image } }] }),
  };
  return interpret(await callDiscord({ method: 'POST', url, body, publicUrl, signal }));
}

/**
 * What the owner of a webhook reads about a message that was not accepted.
 *
 * @param instead what to do with another webhook; by default an account's own
 */
export function webhookError(
  result: Exclude<WebhookResult, { kind: 'taken' }>,
  instead = 'connect it',
): DomainError {
  if (result.kind === 'gone')
    return conflict(
      'WEBHOOK_GONE',
      `Discord does not know this webhook (${result.status}). Create a new one in Discord and ${instead}.`,
    );
  if (result.kind === 'failed')
    return unavailable('DISCORD_FAILED', `Discord did not accept the message: ${result.why}.`);
  return limitedError('messages', result.waitMs);
}
