import { Agent, request } from 'node:http';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';

/** Timers are late by up to this (ms), which would count as time of the server. */
const TIMER_MS = 2;

/** Waits until a time of `performance.now()`, at the end without a timer. */
async function until(due: number): Promise<void> {
  const wait = due - performance.now() - TIMER_MS;
  if (wait > 0) await delay(wait);
  while (performance.now() < due) await setImmediate();
}

/**
 * Starts calls at a constant rate, without waiting for earlier ones.
 *
 * @param call gets the time at which it was due, by which to time it: a stall then counts for every call that it delays
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  call: (index: number, due: number) => Promise<void>,
): Promise<void> {
  const pending: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = start + (index * 1000) / perSecond;
    await until(due);
    const made = call(index, due);
    // Reported at the end: an unhandled rejection would end the process, and its servers would stay.
    made.catch(() => undefined);
    pending.push(made);
  }
  await Promise.all(pending);
}

/** Measures the duration of calls over keep-alive connections. A call that is refused took infinitely long. */
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
      times.push(await this.#timed(path, performance.now()));
    }
    return times;
  }

  /** Makes calls at a constant rate. @returns the milliseconds of each since it was due */
  async atRate(perSecond: number, seconds: number, path: (index: number) => string): Promise<number[]> {
    const times: number[] = [];
    await atRate(perSecond, seconds, async (index, due) => {
      times.push(await this.#timed(path(index), due));
    });
    return times;
  }

  async #timed(path: string, start: number): Promise<number> {
    const status = await this.#get(path);
    return status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY;
  }

  #get(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const call = request(`${this.#url}${path}`, { agent: this.#agent }, (answer) => {
        const { statusCode } = answer;
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () => resolve(statusCode));
      });
      call.once('error', reject);
      call.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
