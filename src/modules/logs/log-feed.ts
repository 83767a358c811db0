import { randomUUID } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import { z } from 'zod';
import { type LogEntry, zLogEntry } from '../../contract/admin/logs.ts';
import { parseJson } from '../../lib/parse-input.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';

const CHANNEL = 'marketdex:log';
const BATCH_MS = 50;
const BATCH = 500;
/** Maximum number of lines on their way to Redis; beyond it, new lines are not published. */
const UNSENT = 5_000;

type Listener = (entries: readonly LogEntry[]) => void;

/** Other programs can publish to the channel, and so can other versions of this one. */
const zMessage = z.object({ from: z.string(), entries: z.array(z.unknown()) });

/**
 * New log lines, live and in batches: those of this process and, with Redis, those of the other processes. Nothing is
 * buffered for later: lines of other processes are missed while Redis is unavailable.
 */
export class LogFeed {
  readonly #id = randomUUID();
  readonly #listeners = new Set<Listener>();
  readonly #redisUrl: string | undefined;
  readonly #outage: Outage;
  #publisher: Redis | undefined;
  #subscriber: Redis | undefined;
  #waiting: LogEntry[] = [];
  #unsent = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param logger must not write to this feed */
  constructor(redisUrl: string | undefined, logger: Logger) {
    this.#redisUrl = redisUrl;
    this.#outage = new Outage(logger, 'publishing log lines to other processes');
  }

  push(entry: LogEntry): void {
    if (this.#listeners.size === 0 && this.#redisUrl === undefined) return;
    this.#waiting.push(entry);
    if (this.#waiting.length >= BATCH) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), BATCH_MS).unref();
  }

  /**
   * Calls the listener with new lines and returns a function to unsubscribe. The listener must neither throw nor log.
   */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#redisUrl !== undefined) this.#subscriber ??= this.#subscribe(this.#redisUrl);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#outage.end();
    this.#publisher?.disconnect();
    this.#subscriber?.disconnect();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#waiting;
    this.#waiting = [];
    this.#notify(entries);
    if (this.#redisUrl !== undefined) this.#publish(this.#redisUrl, entries);
  }

  #notify(entries: readonly LogEntry[]): void {
    for (const listener of this.#listeners) listener(entries);
  }

  #publish(redisUrl: string, entries: LogEntry[]): void {
    if (this.#unsent > UNSENT) return;
    this.#publisher ??= this.#connect(redisUrl, { maxRetriesPerRequest: 1 });
    this.#unsent += entries.length;
    const message: z.input<typeof zMessage> = { from: this.#id, entries };
    this.#publisher
      .publish(CHANNEL, JSON.stringify(message))
      .then(() => this.#outage.worked())
      .catch((error: unknown) => this.#outage.failed(error))
      .finally(() => {
        this.#unsent -= entries.length;
      });
  }

  #subscribe(redisUrl: string): Redis {
    // Until Redis is reached, the call waits: the client repeats only subscriptions that once succeeded.
    const subscriber = this.#connect(redisUrl, { maxRetriesPerRequest: null });
    subscriber.on('message', (_channel, text) => {
      const message = zMessage.safeParse(parseJson(text)).data;
      if (message && message.from !== this.#id)
        this.#notify(message.entries.flatMap((entry) => zLogEntry.safeParse(entry).data ?? []));
    });
    // The client subscribes again after every reconnect.
    subscriber.subscribe(CHANNEL).catch((error: unknown) => this.#outage.failed(error));
    return subscriber;
  }

  #connect(redisUrl: string, options: Pick<RedisOptions, 'maxRetriesPerRequest'>): Redis {
    const redis = new Redis(redisUrl, { connectTimeout: 5_000, ...options });
    redis.on('error', (error) => this.#outage.failed(error));
    return redis;
  }
}
