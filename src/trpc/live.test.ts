import { setImmediate } from 'node:timers/promises';
import { tracked } from '@trpc/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../contract/shared/limits.ts';
import { createTestLog } from '../testing/run/log.ts';
import type { CallSocket } from './context.ts';
import { encodeMessage } from './direct-updates.ts';
import { sharedUpdates } from './live.ts';

/** A reader of the numbers from 1, which it can stop reading. */
class Reader {
  readonly #abort = new AbortController();
  readonly #messages: string[] = [];
  #receive: (item: number) => void = () => undefined;
  #draining: PromiseWithResolvers<void> | null = null;
  /** Of the last update. */
  #position = 0;
  #latest = 0;
  readonly #socket: CallSocket = {
    run: (call) => call(),
    subscribe: () => () => undefined,
    send: (message) => this.#messages.push(this.#draining ? 'sent while stopped' : message),
    drained: () => this.#draining?.promise ?? null,
  };

  /** Sends the updates as tRPC does. */
  async listen(): Promise<void> {
    const context = { socket: this.#socket, runtime: { logger: createTestLog().logger } };
    const until = (item: number) => {
      const missed = Array.from({ length: item - this.#position }, (_, i) => this.#position + i + 1);
      this.#position = item;
      return missed.map((number) => tracked(String(number), { number }));
    };
    const updates = sharedUpdates(context, this.#abort.signal, {
      listen: (receive: (item: number) => void) => {
        this.#receive = receive;
      },
      updatesFor: (item) => (item === this.#position + 1 ? until(item) : []),
      catchUp: async () => {
        await setImmediate();
        return until(this.#latest);
      },
    });
    for await (const [id, data] of updates)
      this.#messages.push(
        encodeMessage({ id: 7, jsonrpc: '2.0', result: { type: 'data', data: { id, data }, id } }),
      );
  }

  /** The last number. */
  get latest(): number {
    return this.#latest;
  }

  next(): void {
    this.#latest += 1;
    this.#receive(this.#latest);
  }

  stop(): void {
    this.#draining ??= Promise.withResolvers();
  }

  goOn(): void {
    this.#draining?.resolve();
    this.#draining = null;
  }

  async all(): Promise<string[]> {
    this.goOn();
    for (let turns = 0; this.#messages.length < this.#latest && turns < 1_000; turns += 1)
      await setImmediate();
    this.#abort.abort();
    return this.#messages;
  }
}

const STEPS = {
  update: (reader: Reader) => reader.next(),
  burst: (reader: Reader) => {
    for (let i = 0; i <= LIMITS.live.waiting; i += 1) reader.next();
  },
  stop: (reader: Reader) => reader.stop(),
  goOn: (reader: Reader) => reader.goOn(),
  microtask: () => Promise.resolve(),
  turn: () => setImmediate(),
};

it('sends each update once and in order, whether the reader keeps up or not', async () => {
  const weights = { update: 8, burst: 1, stop: 2, goOn: 3, microtask: 5, turn: 5 };
  const aStep = fc.oneof(
    ...Object.entries(weights).map(([step, weight]) => ({ weight, arbitrary: fc.constant(step) })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 60, size: 'max' }), async (steps) => {
      const reader = new Reader();
      const listening = reader.listen();
      for (const step of ['update', ...steps]) await STEPS[step as keyof typeof STEPS](reader);
      const messages = await reader.all();
      await listening;
      expect(messages).toHaveLength(reader.latest);
      const expected = messages.map((_, i) => {
        const id = String(i + 1);
        const data = { id, data: { number: i + 1 } };
        return JSON.stringify({ id: 7, jsonrpc: '2.0', result: { type: 'data', data, id } });
      });
      expect(messages).toEqual(expected);
    }),
  );
});
