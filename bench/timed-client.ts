import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Measures the duration of calls over keep-alive connections. */
export class TimedClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.#url = url;
  }

  /** Makes the calls one after the other. @returns the milliseconds of each */
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
   * Starts calls at a constant rate, without waiting for earlier ones. Each is timed from its scheduled start, so
   * that a stall counts for every call that it delays.
   *
   * @returns the milliseconds of each call
   */
  async atRate(perSecond: number, seconds: number, path: (index: number) => string): Promise<number[]> {
    const times: number[] = [];
    const pending: Promise<void>[] = [];
    const start = performance.now();
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const due = start + (index * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await delay(wait);
      pending.push(this.get(path(index)).then(() => void times.push(performance.now() - due)));
    }
    await Promise.all(pending);
    return times;
  }

  /** @throws Error unless the status is 200 */
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
