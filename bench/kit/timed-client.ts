import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { garbageCollector } from '../../src/lib/process/garbage-collector.ts';

/** The time that a thread takes to start (ms). */
const START_MS = 200;

/**
 * Starts calls at a constant rate, without waiting for earlier ones. A thread that sleeps keeps the time: timers of the event
 * loop are late by up to 2 ms, and a loop that waits would take a core from the server.
 *
 * @param call gets the time at which it was due, by which to time it: a stall then counts for every call that it delays
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  call: (index: number, due: number) => Promise<void>,
): Promise<void> {
  const pending: Promise<void>[] = [];
  const start = performance.now() + START_MS;
  const due = (index: number) => start + (index * 1000) / perSecond;
  const dueTimes = Array.from(
    { length: perSecond * seconds },
    (_, index) => performance.timeOrigin + due(index),
  );
  const pace = new Worker(new URL('pace.ts', import.meta.url), { workerData: dueTimes });
  pace.on('message', (index: number) => {
    const made = call(index, due(index));
    // Reported at the end: an unhandled rejection would end the process, and its servers would stay.
    made.catch(() => undefined);
    pending.push(made);
  });
  await once(pace, 'exit');
  await Promise.all(pending);
}

/** Measures the duration of calls over keep-alive connections. A call that is refused took infinitely long. */
export class TimedClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Makes the calls one after the other, and collects garbage between them: responses of 200 kB made this process collect it
   * during every fiftieth call, which then took 15 ms instead of 5.
   *
   * @returns the milliseconds of each
   */
  async oneByOne(paths: readonly string[]): Promise<number[]> {
    const collect = garbageCollector();
    const times: number[] = [];
    for (const path of paths) {
      collect({ type: 'minor' });
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
