import { z } from 'zod';

/** Timeout for Discord's response. */
const ANSWER_MS = 10_000;
/** The wait after a rate limit without a duration, and the maximum wait, in seconds. */
const DEFAULT_WAIT_S = 60;
const MAX_WAIT_S = 86_400;

/** A message to a webhook: text in Discord's markdown, at most 2,000 characters. */
export interface DiscordMessage {
  content: string;
  /** The URL of a picture that is shown below it. */
  image?: string;
}

/** The result of sending a message. */
export type Answer =
  /** @property waitMs time until the next message may be sent, if this one used up the rate limit; otherwise 0 */
  | { kind: 'taken'; messageId: string | null; waitMs: number }
  | { kind: 'limited'; waitMs: number }
  /** The webhook no longer exists, or its token was changed. */
  | { kind: 'gone'; status: number }
  /** @property why a reason that reveals nothing about the webhook */
  | { kind: 'failed'; why: string };

const GONE = [401, 404];

/** Seconds in Discord's format, which may be fractional; undefined for anything else. */
function seconds(value: unknown): number | undefined {
  const parsed = z.coerce
    .number()
    .nonnegative()
    .safeParse(value ?? Number.NaN);
  return parsed.success ? Math.min(parsed.data, MAX_WAIT_S) : undefined;
}

const zTaken = z.object({ id: z.string().regex(/^\d{1,30}$/) });
const zLimited = z.object({ retry_after: z.unknown() });

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Discord's edge proxy responds with HTML.
    return null;
  }
}

/** Error texts of the service could quote the webhook, so only numbers are used. */
function interpret(status: number, headers: Headers, body: unknown): Answer {
  if (status >= 200 && status < 300) {
    const used = headers.get('x-ratelimit-remaining') === '0';
    const waitMs = used ? (seconds(headers.get('x-ratelimit-reset-after')) ?? 0) * 1_000 : 0;
    return { kind: 'taken', messageId: zTaken.safeParse(body).data?.id ?? null, waitMs };
  }
  if (status === 429) {
    const wait =
      seconds(zLimited.safeParse(body).data?.retry_after) ??
      seconds(headers.get('retry-after')) ??
      seconds(headers.get('x-ratelimit-reset-after')) ??
      DEFAULT_WAIT_S;
    return { kind: 'limited', waitMs: wait * 1_000 };
  }
  if (GONE.includes(status)) return { kind: 'gone', status };
  return { kind: 'failed', why: `it responded with ${status}` };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError') return `no response within ${ANSWER_MS / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}

/**
 * Sends a message to a webhook, without retries or redirects. Mentions notify nobody.
 *
 * A `failed` message may still have been accepted, if only the response was lost.
 *
 * @param webhook a valid value of the setting `discord_webhook_url`
 * @param sender the User-Agent, in the format that Discord requires
 * @throws the signal's reason when it is aborted
 */
export async function postToWebhook(
  webhook: string,
  { content, image }: DiscordMessage,
  { sender, signal }: { sender: string; signal: AbortSignal },
): Promise<Answer> {
  const url = new URL(webhook);
  // Without it, Discord responds before it has stored the message, and returns no id.
  url.searchParams.set('wait', 'true');
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': sender },
      body: JSON.stringify({
        content,
        allowed_mentions: { parse: [] },
        ...(image !== undefined && { embeds: [{ image: { url: image } }] }),
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    return interpret(response.status, response.headers, json(await response.text()));
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', why: reasonOf(error) };
  }
}
