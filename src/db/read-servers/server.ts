import type { ClientBase, Pool, PoolClient } from 'pg';
import { LIMITS } from '../../contract/shared/limits.ts';
import { createPool, databaseAddress, type QueryWatch } from '../connecting/connections.ts';

interface ReadServerOptions {
  url: string;
  /** Maximum number of connections for reads. */
  size: number;
  applicationName: string;
  watch: QueryWatch;
  numbers: SequenceSql;
  isStandby: boolean;
}

/** How the numbers of changes are read. */
export interface SequenceSql {
  /** SQL of the number of the latest change that a statement sees; 0 for none. */
  latest: string;
  /** SQL that checks whether there is a change with the number `$1`. */
  exists: string;
}

/** What a server shows at a moment. */
export interface Position {
  /** The number of the latest change. */
  sequence: number;
  /** False for a primary, and for a standby that was promoted. */
  isStandby: boolean;
}

/**
 * Settings of every connection. A statement ends after `LIMITS.publicReadMs`. The planner settings follow measurements
 * of the market's short reads: indexes are in memory, and neither JIT compilation nor parallel plans pay off.
 */
const SETTINGS = {
  default_transaction_read_only: 'on',
  timezone: 'UTC',
  jit: 'off',
  random_page_cost: 1.1,
  max_parallel_workers_per_gather: 0,
};

/** Connections for the position and the change feed: they never wait for reads. */
const CONTROL_CONNECTIONS = 3;
/** A control query that takes longer is treated as a lost connection. */
const CONTROL_MS = 5_000;

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** A new connection to a standby found a server that has been promoted. */
export class NoStandbyError extends Error {}

/**
 * A PostgreSQL server that answers public reads: the primary or a standby.
 *
 * A response carries a sequence number that was queried after its reads. Each read increments a counter. A query for the
 * number notes the counter when it starts; its result is valid for every response whose reads were counted by then. Later
 * responses query again. Responses from memory reuse the number until the next read.
 */
export class ReadServer {
  /** Host and port. */
  readonly name: string;
  readonly #reads: Pool;
  readonly #control: Pool;
  /** The connection of the change feed, until it is lost. */
  #feed: Promise<PoolClient> | undefined;
  readonly #numbers: SequenceSql;
  /** The highest number that the server is known to show. */
  sequence = 0;
  running = 0;
  #readCount = 0;
  /** How many of these reads are covered by a number that was queried after them. */
  #coveredCount = 0;
  #measuring: Promise<unknown> = Promise.resolve();
  #next: Promise<Position> | undefined;

  constructor({ url, size, applicationName, watch, numbers, isStandby }: ReadServerOptions) {
    this.name = databaseAddress(url).server;
    this.#numbers = numbers;
    const shared = {
      url,
      watch,
      logsOutages: !isStandby,
      ...(isStandby && { onConnect: (client: ClientBase) => this.#checkConnection(client) }),
    };
    this.#reads = createPool({
      ...shared,
      size,
      applicationName: `${applicationName}-reads`,
      limits: { waitMs: LIMITS.publicReadMs, statementMs: LIMITS.publicReadMs },
      settings: SETTINGS,
    });
    this.#control = createPool({
      ...shared,
      size: CONTROL_CONNECTIONS,
      applicationName: `${applicationName}-market`,
      limits: { waitMs: CONTROL_MS, statementMs: CONTROL_MS },
    });
  }

  /** The number of successful reads since the start of the process. */
  get readCount(): number {
    return this.#readCount;
  }

  /** Runs a read on one of the connections for reads. */
  read<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#tracked(() => withClient(this.#reads, work));
  }

  /** Runs a query of the change feed on its own connection, which never waits for reads. */
  control<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#tracked(() => this.#withFeed(work));
  }

  /** Counts a read of this server that was not made through `read`. */
  countRead(): void {
    this.#readCount += 1;
  }

  /** Whether all reads are covered, so that their responses need no further query. */
  get isCovered(): boolean {
    return this.#coveredCount === this.#readCount;
  }

  /** Records that a number has been found that covers the first `count` reads. */
  cover(count: number): void {
    this.#coveredCount = Math.max(this.#coveredCount, count);
  }

  /** What the server shows after this call. Calls made while a query is running share the next one. */
  position(): Promise<Position> {
    if (this.#next !== undefined) return this.#next;
    const next = this.#measuring.then(() => {
      this.#next = undefined;
      return this.#measure();
    });
    this.#next = next;
    this.#measuring = next.catch(() => undefined);
    return next;
  }

  /** Whether this server has a change with this number. */
  async has(sequence: number): Promise<boolean> {
    const { rows } = await withClient(this.#control, (client) =>
      client.query<{ known: boolean }>({
        name: 'has_change',
        text: `select ${this.#numbers.exists} as known`,
        values: [sequence],
      }),
    );
    return rows[0]?.known ?? false;
  }

  async close(): Promise<void> {
    const feed = await this.#feed?.catch(() => undefined);
    feed?.release();
    await Promise.all([this.#reads.end(), this.#control.end()]);
  }

  /**
   * Keeps the connection of the change feed, which queries for nearly every response: to take one from the pool each time
   * costs as much as the query.
   */
  async #withFeed<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.#feed ??= this.#openFeed();
    const feed = this.#feed;
    const client = await feed;
    try {
      return await work(client);
    } catch (error) {
      // Another query may have found it lost before.
      if (this.#feed === feed) {
        this.#feed = undefined;
        client.release(true);
      }
      throw error;
    }
  }

  #openFeed(): Promise<PoolClient> {
    const feed = this.#control.connect();
    const forget = () => {
      if (this.#feed === feed) this.#feed = undefined;
    };
    feed.then((client) => client.once('error', forget).once('end', forget), forget);
    return feed;
  }

  async #tracked<T>(run: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      const result = await run();
      this.#readCount += 1;
      return result;
    } finally {
      this.running -= 1;
    }
  }

  async #measure(): Promise<Position> {
    const count = this.#readCount;
    const position = await withClient(this.#control, (client) => this.#ask(client));
    this.sequence = position.sequence;
    this.cover(count);
    return position;
  }

  async #ask(client: ClientBase): Promise<Position> {
    const { rows } = await client.query<{ sequence: number; is_standby: boolean }>({
      name: 'read_position',
      text: `select ${this.#numbers.latest} as sequence, pg_is_in_recovery() as is_standby`,
    });
    const [row] = rows;
    if (!row) throw new Error('The server returned no position');
    return { sequence: row.sequence, isStandby: row.is_standby };
  }

  /** After a crash a standby accepts connections before it has replayed everything that it had shown. */
  async #checkConnection(client: ClientBase): Promise<void> {
    const known = this.sequence;
    const { sequence, isStandby } = await this.#ask(client);
    if (!isStandby) throw new NoStandbyError(`${this.name} is no longer a standby`);
    if (sequence >= known) return;
    this.sequence = sequence;
    throw new Error(`${this.name} was restarted and shows less than before`);
  }
}
