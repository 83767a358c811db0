import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FuzzRequest } from './requests.ts';

/** An answer that takes longer counts as none. */
const RESPONSE_MS = 30_000;

export interface FuzzAnswer {
  status: number;
  requestId: string | undefined;
  type: string;
  body: string;
}

/** Sends requests as they are, which `fetch` would correct. */
export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error when the connection breaks or no answer comes */
  send({ method, target, headers, body }: FuzzRequest, token: string | null): Promise<FuzzAnswer> {
    const { hostname, port } = new URL(this.#url);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          hostname,
          port,
          method,
          path: target,
          timeout: RESPONSE_MS,
          headers: {
            ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        (answer) => {
          const { statusCode = 0, headers: own } = answer;
          const [requestId] = [own['x-request-id']].flat();
          text(answer).then(
            (given) =>
              resolve({ status: statusCode, requestId, type: own['content-type'] ?? '', body: given }),
            reject,
          );
        },
      );
      sent.once('timeout', () => sent.destroy(new Error('no answer')));
      sent.once('error', reject);
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
