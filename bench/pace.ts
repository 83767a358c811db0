import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Calls over connections that stay open, timed. */
export class Pace {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.#url = url;
  }

  /** Milliseconds of each call, one after the other on one connection. */
  async oneByOne(paths: readonly string[]): Promise<number[]> {
    const times: number[] = [];
    for (const path of paths) {
      const start = performance.now();
      await this.get(path);
      times.push(performance.now() - start);
    }
    return times;
  }

  /**
   * Milliseconds of calls begun at a steady pace, whether or not those before have ended; each is timed from when it
   * was due, so that a stall counts for every call that it holds up.
   */
  async atRate(perSecond: number, seconds: number, path: (index: number) => string): Promise<number[]> {
    const times: number[] = [];
    const under: Promise<void>[] = [];
    const start = performance.now();
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const due = start + (index * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await delay(wait);
      under.push(this.get(path(index)).then(() => void times.push(performance.now() - due)));
    }
    await Promise.all(under);
    return times;
  }

  /** @throws Error for any answer but a 200 */
  get(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = request(`${this.#url}${path}`, { agent: this.#agent }, (answer) => {
        const { statusCode } = answer;
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () =>
          statusCode === 200 ? resolve() : reject(new Error(`${statusCode} for ${path}`)),
        );
      });
      call.once('error', reject);
      call.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
