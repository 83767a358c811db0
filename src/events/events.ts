import {
  type DomainEvent,
  type DomainEventType,
  type EventOf,
  zDomainEvent,
} from '../contract/shared/events.ts';
import { connectionSettings } from '../db/connections.ts';
import { GuardedClient } from '../db/guarded-client.ts';
import type { Logger } from '../lib/logger.ts';
import { Outage } from '../lib/outage.ts';
import { EVENT_CHANNEL } from './publish.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
/** How often a silent connection is asked whether it is still there, and how long it may take to answer. */
const BEAT_MS = 5_000;
const ANSWER_MS = 2_000;

type Listener<Event> = (event: Event) => void;

export interface EventsOptions {
  databaseUrl: string;
  logger: Logger;
}

/**
 * What every process tells with `publish`, as it is heard in this one: one connection to the database, opened by
 * whoever serves. While it is lost events are missed; when it is back, whoever asked to be told of gaps is.
 */
export class Events {
  readonly #databaseUrl: string;
  readonly #logger: Logger;
  readonly #outage: Outage;
  readonly #listeners = new Map<DomainEventType, Set<Listener<DomainEvent>>>();
  readonly #gapListeners = new Set<Listener<void>>();
  #client: GuardedClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor({ databaseUrl, logger }: EventsOptions) {
    this.#databaseUrl = databaseUrl;
    this.#logger = logger;
    this.#outage = new Outage(logger, 'the connection for events');
  }

  /** Calls the listener with every event of a type, in the order of their transactions; the answer stops it. */
  on<Type extends DomainEventType>(type: Type, listener: Listener<EventOf<Type>>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    // Of its own, so that one function given twice is called twice and stopped one by one.
    const own: Listener<DomainEvent> = (event) => listener(event as EventOf<Type>);
    listeners.add(own);
    return () => {
      listeners.delete(own);
    };
  }

  /** Calls the listener when events may have been missed; the answer stops it. */
  onGap(listener: () => void): () => void {
    const own = () => listener();
    this.#gapListeners.add(own);
    return () => {
      this.#gapListeners.delete(own);
    };
  }

  /** Starts to hear. When the database does not answer, that is tried again and again behind the caller's back. */
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
        applicationName: 'marketdex-events',
        limits: { waitMs: ANSWER_MS, statementMs: ANSWER_MS },
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
    }, BEAT_MS).unref();
    if (this.#failures > 0) this.#tell<void>(this.#gapListeners, undefined);
    this.#failures = 0;
  }

  /** Gives a connection up and tries the next one, later each time, and not in step with other processes. */
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
    const event = zDomainEvent.safeParse(parsed(payload)).data;
    if (!event) {
      // As it may be of a newer version of the product that is being rolled out, this is no error.
      this.#logger.warn({ size: payload.length }, 'an event was not understood');
      return;
    }
    this.#tell(this.#listeners.get(event.type), event);
  }

  #tell<Event>(listeners: ReadonlySet<Listener<Event>> = new Set(), event: Event): void {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ err: error }, 'a listener failed on an event');
      }
    }
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
