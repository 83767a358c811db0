import { z } from 'zod';

/** How long Discord has to answer. */
const ANSWER_MS = 10_000;
/** How long to wait where Discord asks to wait and does not say how long; and at the most, whatever it says. */
const SOME_WAIT_S = 60;
const MOST_WAIT_S = 86_400;

/** What a webhook is given: a text in Discord's markdown, of 2,000 characters at most. */
export interface DiscordMessage {
  content: string;
}

/** What became of a message. */
export type Answer =
  /** @property waitMs how long until the next one, where that is the last that the limit lets through for now */
  | { kind: 'taken'; messageId: string | null; waitMs: number }
  | { kind: 'limited'; waitMs: number }
  /** There is no such webhook any more, or its token is another one. */
  | { kind: 'gone'; status: number }
  /** @property why in words that tell nothing of the webhook */
  | { kind: 'failed'; why: string };

const GONE = [401, 404];

/** Seconds as Discord writes them, fractions too; undefined where it wrote something else. */
function seconds(value: unknown): number | undefined {
  const parsed = z.coerce
    .number()
    .nonnegative()
    .safeParse(value ?? Number.NaN);
  return parsed.success ? Math.min(parsed.data, MOST_WAIT_S) : undefined;
}

const zTaken = z.object({ id: z.string().regex(/^\d{1,30}$/) });
const zLimited = z.object({ retry_after: z.unknown() });

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The guards in front of Discord answer in HTML.
    return null;
  }
}

/** The service's own words could quote the webhook, so only numbers are taken over. */
function read(status: number, headers: Headers, body: unknown): Answer {
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
      SOME_WAIT_S;
    return { kind: 'limited', waitMs: wait * 1_000 };
  }
  if (GONE.includes(status)) return { kind: 'gone', status };
  return { kind: 'failed', why: `it answered ${status}` };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}

/**
 * Gives a message to a webhook, once: nothing is tried again, and no redirect is followed. Nobody is notified by it,
 * whatever it mentions.
 *
 * A `failed` one may have been taken all the same, when the answer was lost.
 *
 * @param webhook an address that the setting `discord_webhook_url` can have
 * @param sender of the call, as Discord wants to know it
 * @throws the signal's reason, once it is aborted
 */
export async function postToWebhook(
  webhook: string,
  { content }: DiscordMessage,
  { sender, signal }: { sender: string; signal: AbortSignal },
): Promise<Answer> {
  const url = new URL(webhook);
  // Else the answer comes before the message is stored, and has no id.
  url.searchParams.set('wait', 'true');
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': sender },
      body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    return read(response.status, response.headers, json(await response.text()));
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', why: reasonOf(error) };
  }
}
