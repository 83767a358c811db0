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

/** Answers that a proxy in front of two servers would try again with the other one. */
const PASSING = new Set([500, 502, 503, 504]);
const PAUSE_MS = 20;

/** Something that must not happen, whatever is broken at the moment. */
export interface Oddity {
  what: string;
  example: string;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A caller of two servers that goes to the other one when one fails, as a retrying proxy does. */
export class RetryingClient {
  readonly #urls: readonly string[];
  readonly #report: (oddity: Oddity) => void;
  #next = 0;
  #lastFailure = '';

  constructor(urls: readonly string[], report: (oddity: Oddity) => void) {
    this.#urls = urls;
    this.#report = report;
  }

  /** One try at one server. @throws Error when there is no answer in this time. */
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
    if (response.status === 500) this.#report({ what: 'answers 500', example: `${method} ${path}: ${text}` });
    if (response.status === 503 && path.startsWith('/api/') && !response.headers.has('retry-after'))
      this.#report({ what: '503 without Retry-After', example: `${method} ${path}: ${text}` });
    return { status: response.status, body: JSON.parse(text || 'null') };
  }

  /** One try at the server whose turn it is; undefined when it did not do what was asked. */
  async try<T>(call: Call, ms: number): Promise<Reply<T> | undefined> {
    this.#next += 1;
    const url = this.#urls[this.#next % this.#urls.length] ?? '';
    try {
      const reply = await this.attempt<T>(url, call, ms);
      if (!PASSING.has(reply.status)) return reply;
      this.#lastFailure = `${reply.status} ${JSON.stringify(reply.body)} from ${url}`;
    } catch (error) {
      this.#lastFailure = `${error} from ${url}`;
    }
    return undefined;
  }

  /** Why the last try that failed did. */
  get lastFailure(): string {
    return this.#lastFailure;
  }

  /**
   * Tries until a server has done or refused what was asked.
   *
   * @returns with how many tries it took: after the first, an earlier one may have had its effect
   * @throws Error when that takes longer than `limitMs`
   */
  async retried<T>(call: Call, limitMs = 60_000, attemptMs = 3_000): Promise<Reply<T> & { tries: number }> {
    const until = performance.now() + limitMs;
    for (let tries = 1; performance.now() < until; tries += 1) {
      const reply = await this.try<T>(call, attemptMs);
      if (reply) return { ...reply, tries };
      await pause(PAUSE_MS);
    }
    throw new Error(`${call.method ?? 'GET'} ${call.path} was not answered within ${limitMs} ms`);
  }
}
