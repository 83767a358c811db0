import { setTimeout as delay } from 'node:timers/promises';
export interface Call {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  token?: string;
  key?: string;
  body?: object;
}

export interface Reply<T> {
  status: number;
  body: T;
}

/** Responses after which a proxy would retry with the other server. */
const RETRYABLE = new Set([500, 502, 503, 504]);
const PAUSE_MS = 20;
const ATTEMPT_MS = 3_000;
const LIMIT_MS = 60_000;

/** Something that must never happen, regardless of the injected fault. */
export interface Violation {
  what: string;
  example: string;
}

/** Calls two servers and retries with the other one when one fails, like a retrying proxy. */
export class RetryingClient {
  readonly #urls: readonly string[];
  readonly #report: (violation: Violation) => void;
  #next = 0;
  #lastFailure = '';

  constructor(urls: readonly string[], report: (violation: Violation) => void) {
    this.#urls = urls;
    this.#report = report;
  }

  /** One attempt at one server. @throws Error when it does not respond in time. */
  async attempt<T>(
    url: string,
    { method = 'GET', path, token, key, body }: Call,
    ms: number,
  ): Promise<Reply<T>> {
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(ms),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 500)
      this.#report({ what: '500 responses', example: `${method} ${path}: ${text}` });
    if (response.status === 503 && path.startsWith('/api/') && !response.headers.has('retry-after'))
      this.#report({ what: '503 without Retry-After', example: `${method} ${path}: ${text}` });
    return { status: response.status, body: JSON.parse(text || 'null') };
  }

  /** One attempt at the next server; undefined when it failed. */
  async try<T>(call: Call, ms: number): Promise<Reply<T> | undefined> {
    this.#next += 1;
    const url = this.#urls[this.#next % this.#urls.length] ?? '';
    try {
      const reply = await this.attempt<T>(url, call, ms);
      if (!RETRYABLE.has(reply.status)) return reply;
      this.#lastFailure = `${reply.status} ${JSON.stringify(reply.body)} from ${url}`;
    } catch (error) {
      this.#lastFailure = `${error} from ${url}`;
    }
    return undefined;
  }

  /** The reason of the last failed attempt. */
  get lastFailure(): string {
    return this.#lastFailure;
  }

  /**
   * Retries until a server accepts or refuses the call.
   *
   * @returns the reply and the number of attempts; if there were several, an earlier one may have taken effect
   * @throws Error after `LIMIT_MS`
   */
  async retried<T>(call: Call): Promise<Reply<T> & { attempts: number }> {
    const until = performance.now() + LIMIT_MS;
    for (let attempts = 1; performance.now() < until; attempts += 1) {
      const reply = await this.try<T>(call, ATTEMPT_MS);
      if (reply) return { ...reply, attempts };
      await delay(PAUSE_MS);
    }
    throw new Error(`${call.method ?? 'GET'} ${call.path} did not succeed within ${LIMIT_MS} ms`);
  }
}
