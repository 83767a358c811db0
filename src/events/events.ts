import {
  type DomainEvent,
  type DomainEventType,
  type EventOf,
  zDomainEvent,
} from '../contract/shared/events.ts';
import { connectionSettings, SITE_CONNECTIONS } from '../db/connecting/connections.ts';
import { GuardedClient } from '../db/connecting/guarded-client.ts';
import { parseJson } from '../lib/parse-input.ts';
import type { Logger } from '../lib/process/logger.ts';
import { Outage } from '../lib/process/outage.ts';
import { EVENT_CHANNEL } from './publish.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
const BEAT_MS = 5_000;
/** How long the connection may take to respond. */
const RESPONSE_MS = 2_000;

interface EventsOptions {
  databaseUrl: string;
  logger: Logger;
  /** How often the connection is checked. */
  beatMs?: number;
}

type Listener<Event> = (event: Event) => void;

/**
 * Receives the events that any process sends with `publish`, over one database connection. Events are missed while the
 * connection is lost; gap listeners are called when it is back.
 */
export class Events {
  readonly #databaseUrl: string;
  readonly #logger: Logger;
  readonly #beatMs: number;
  readonly #outage: Outage;
  readonly #listeners = new Map<DomainEventType, Set<Listener<DomainEvent>>>();
  readonly #gapListeners = new Set<Listener<void>>();
  #client: GuardedClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor({ databaseUrl, logger, beatMs = BEAT_MS }: EventsOptions) {
    this.#databaseUrl = databaseUrl;
    this.#logger = logger;
    this.#beatMs = beatMs;
    this.#outage = new Outage(logger, 'the connection for events');
  }

  /** Calls the listener with every event of a type, in commit order; returns a function that unsubscribes it. */
  on<Type extends DomainEventType>(type: Type, listener: Listener<EventOf<Type>>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    // A wrapper, so that a function that is registered twice is called twice and removed once at a time.
    const own: Listener<DomainEvent> = (event) => listener(event as EventOf<Type>);
    listeners.add(own);
    return () => {
      listeners.delete(own);
    };
  }

  /** Calls the listener when events may have been missed; returns a function that unsubscribes it. */
  onGap(listener: () => void): () => void {
    const own = () => listener();
    this.#gapListeners.add(own);
    return () => {
      this.#gapListeners.delete(own);
    };
  }

  /** Connects and listens. After a failure it retries in the background. */
  start(): Promise<void> {
    return this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#outage.end();
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #connect(): Promise<void> {
    const client = new GuardedClient({
      ...connectionSettings({
        applicationName: SITE_CONNECTIONS.server,
        limits: { waitMs: RESPONSE_MS, statementMs: RESPONSE_MS },
      }),
      connectionString: this.#databaseUrl,
    });
    this.#client = client;
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the database closed the connection')));
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`listen ${EVENT_CHANNEL}`);
    } catch (error) {
      this.#lost(client, error);
      return;
    }
    if (this.#client !== client) return;
    this.#outage.worked();
    this.#beat = setInterval(() => {
      client.query('select 1').catch((error: unknown) => this.#lost(client, error));
    }, this.#beatMs).unref();
    if (this.#failures > 0) this.#notify<void>(this.#gapListeners, undefined);
    this.#failures = 0;
  }

  /** Drops a connection and schedules the next attempt, with exponential backoff and jitter. */
  #lost(client: GuardedClient, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    clearInterval(this.#beat);
    this.#outage.failed(error);
    client.end().catch(() => undefined);
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  #receive(payload: string): void {
    const event = zDomainEvent.safeParse(parseJson(payload)).data;
    if (!event) {
      // Not an error: it may come from a newer version during a rolling upgrade.
      this.#logger.warn({ size: payload.length }, 'unknown event ignored');
      return;
    }
    this.#notify(this.#listeners.get(event.type), event);
  }

  #notify<Event>(listeners: ReadonlySet<Listener<Event>> = new Set(), event: Event): void {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ err: error }, 'an event listener failed');
      }
    }
  }
}
