import { z } from 'zod';
import { DAY_S } from '../../contract/shared/dates.ts';
import { DomainError } from '../../lib/errors.ts';
import { parseJson } from '../../lib/parse-input.ts';

const RESPONSE_MS = 10_000;
/** The wait after a rate limit without a duration, and the maximum wait, in seconds. */
const DEFAULT_WAIT_S = 60;
const MAX_WAIT_S = DAY_S;

export interface DiscordRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Can contain a secret: it appears in no result. */
  url: URL;
  body?: unknown;
  authorization?: string;
  /** The address of this site, for the User-Agent. */
  publicUrl: string;
  signal?: AbortSignal | undefined;
}

export type DiscordResult =
  /** @property waitMs time until the next request may be sent, if this one used up the rate limit; otherwise 0 */
  | { kind: 'taken'; body: unknown; waitMs: number }
  | { kind: 'limited'; waitMs: number }
  /** @property body can quote the request */
  | { kind: 'refused'; status: number; body: unknown }
  /** @property why a reason that reveals nothing about the request */
  | { kind: 'failed'; why: string };

/** Seconds in Discord's format, which may be fractional; undefined for anything else. */
function seconds(value: unknown): number | undefined {
  const parsed = z.coerce
    .number()
    .nonnegative()
    .safeParse(value ?? Number.NaN);
  return parsed.success ? Math.min(parsed.data, MAX_WAIT_S) : undefined;
}

const zLimited = z.object({ retry_after: z.unknown() });

function interpret(status: number, headers: Headers, body: unknown): DiscordResult {
  if (status >= 200 && status < 300) {
    const used = headers.get('x-ratelimit-remaining') === '0';
    const waitMs = used ? (seconds(headers.get('x-ratelimit-reset-after')) ?? 0) * 1_000 : 0;
    return { kind: 'taken', body, waitMs };
  }
  if (status === 429) {
    const wait =
      seconds(zLimited.safeParse(body).data?.retry_after) ??
      seconds(headers.get('retry-after')) ??
      seconds(headers.get('x-ratelimit-reset-after')) ??
      DEFAULT_WAIT_S;
    return { kind: 'limited', waitMs: wait * 1_000 };
  }
  if (status >= 400 && status < 500) return { kind: 'refused', status, body };
  return { kind: 'failed', why: responded(status) };
}

export const inSeconds = (ms: number): number => Math.ceil(ms / 1_000);

/** The error of a rate limit. @param what `messages` */
export function limitedError(what: string, waitMs: number): DomainError {
  const retryAfter = inSeconds(waitMs);
  const message = `Discord is rate-limiting ${what}. Try again in ${retryAfter} s.`;
  return new DomainError('rate_limited', 'DISCORD_LIMITED', message, { retryAfter });
}

/** The reason of a failure with a status. */
export const responded = (status: number): string => `it responded with ${status}`;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError') return `no response within ${RESPONSE_MS / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}

/**
 * Sends a request to Discord, without retries or redirects. A `failed` one may still have been accepted, if only the
 * response was lost.
 *
 * @throws the signal's reason when it is aborted
 */
export async function callDiscord(request: DiscordRequest): Promise<DiscordResult> {
  const { method, url, body, authorization, publicUrl, signal } = request;
  const timeout = AbortSignal.timeout(RESPONSE_MS);
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        // In the format that Discord requires.
        'user-agent': `DiscordBot (${publicUrl}, 1)`,
        ...(authorization && { authorization }),
      },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return interpret(response.status, response.headers, parseJson(await response.text()));
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'failed', why: reasonOf(error) };
  }
}
