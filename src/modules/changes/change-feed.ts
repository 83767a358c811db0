import { setImmediate } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import { createPool, type QueryWatch } from '../../db/connections.ts';
import type { SaleChangeType } from './sale-change.entity.ts';
import { covers, parseSnapshot, type Snapshot, sees } from './snapshot.ts';

/** A row of `sale_change`. */
export interface Change {
  id: string;
  xid: bigint;
  sale_id: number | null;
  change: SaleChangeType;
}

export interface Freshness {
  /** A PostgreSQL snapshot as text; later reads include everything that it has seen. */
  snapshot: string;
  /** Incremented whenever something that visitors see has changed. */
  version: number;
}

/** The changes between two snapshots. */
export interface Since {
  snapshot: string;
  /** Null when unknown: too many changes, too long ago, or a snapshot of another database. */
  changes: Change[] | null;
}

export interface ChangeFeedOptions {
  databaseUrl: string;
  applicationName: string;
  watch: QueryWatch;
}

/** Changes that a process keeps in memory, and the maximum that one query reads. */
const REMEMBERED = 5_000;
/** A query that takes longer is treated as a lost connection. */
const ANSWER_MS = 5_000;

interface ChangeRow {
  snapshot: string;
  reaches: boolean;
  change_id: string | null;
  xid: string;
  sale_id: number | null;
  change: SaleChangeType;
}

/**
 * Reads the current snapshot, and the changes that an earlier snapshot has not seen. Exact for any order of commits.
 * The earlier snapshot has seen every transaction before its `xmin`, so the index skips those rows. `reaches` is false
 * when the snapshot is older than the oldest row of the table.
 */
const CHANGES = `
  select n.now::text as snapshot,
    pg_snapshot_xmin(n.before) >= (select min(xid) from sale_change)
      and pg_snapshot_xmax(n.before) <= pg_snapshot_xmax(n.now) as reaches,
    c.change_id, c.xid, c.sale_id, c.change
  from (select pg_current_snapshot() as now, $1::text::pg_snapshot as before) n
  left join lateral (
    select change_id, xid::text, sale_id, change from sale_change
    where xid >= pg_snapshot_xmin($1::text::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::text::pg_snapshot)
    order by change_id limit ${REMEMBERED + 1}
  ) c on true`;

const snapshotOf = (text: string): Snapshot => {
  const snapshot = parseSnapshot(text);
  if (!snapshot) throw new Error(`PostgreSQL returned an invalid snapshot: ${text.slice(0, 100)}`);
  return snapshot;
};

/**
 * Detects changes of what visitors see, made by any process or operator. It queries the database, because a client that
 * has received the approval of a sale must be able to find that sale. Uses its own connections, so that it never waits
 * for public reads, and opens them on first use.
 */
export class ChangeFeed {
  readonly #pool: Pool;
  readonly #listeners = new Set<(since: Since) => void>();
  #version = 0;
  #changedAt = performance.now();
  #last: { text: string; snapshot: Snapshot } | undefined;
  /** Every change that this snapshot has not seen is in memory. */
  #horizon: Snapshot | undefined;
  /** The changes found, newest last, with the snapshot of the query that found them. */
  #found: { upTo: Snapshot; changes: Change[] }[] = [];
  #remembered = 0;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Freshness> | undefined;

  constructor({ databaseUrl, applicationName, watch }: ChangeFeedOptions) {
    this.#pool = createPool({
      url: databaseUrl,
      // One for the regular checks, one for pages that reconnect after a long time.
      size: 2,
      watch,
      applicationName: `${applicationName}-market`,
      limits: { waitMs: ANSWER_MS, statementMs: ANSWER_MS },
    });
  }

  /**
   * Queries the current state after this call, so that it includes everything committed before, by any process. Calls
   * made while a query is running share the next one.
   */
  fresh(): Promise<Freshness> {
    if (this.#next !== undefined) return this.#next;
    // Requests that have arrived by then, in the same turn of the event loop, share the query too.
    const next = this.#running
      .then(() => setImmediate())
      .then(() => {
        this.#next = undefined;
        return this.#check();
      });
    this.#next = next;
    this.#running = next.catch(() => undefined);
    return next;
  }

  /**
   * The changes that a snapshot has not seen, up to the last `fresh` of this process, from memory.
   *
   * @returns null when not all of them are in memory: this process started later, there were too many, or the text is
   *   not a valid snapshot.
   */
  since(text: string): Change[] | null {
    if (text === this.#last?.text) return [];
    const snapshot = parseSnapshot(text);
    if (!snapshot || !this.#last || !this.#horizon) return null;
    if (!covers(snapshot, this.#horizon) || !covers(this.#last.snapshot, snapshot)) return null;
    const changes = this.#found.flatMap((found) => found.changes).filter(({ xid }) => !sees(snapshot, xid));
    return changes.some(({ change }) => change === 'many') ? null : changes;
  }

  /** As `since`, but queries the database for changes that are not in memory; with the snapshot they lead up to. */
  async catchUp(text: string): Promise<Since> {
    const { snapshot } = await this.fresh();
    const changes = this.since(text);
    // Another query may have finished in the meantime.
    if (changes) return { snapshot: this.#last?.text ?? snapshot, changes };
    return parseSnapshot(text) ? this.#read(text) : { snapshot, changes: null };
  }

  /** Milliseconds since this process last found a change, or started. */
  quietFor(): number {
    return performance.now() - this.#changedAt;
  }

  /** Calls the listener with the changes that each query finds, in order. @returns a function that unsubscribes it */
  on(listener: (since: Since) => void): () => void {
    const subscription = (since: Since) => listener(since);
    this.#listeners.add(subscription);
    return () => {
      this.#listeners.delete(subscription);
    };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #rows<Row extends object>(query: QueryConfig): Promise<Row[]> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<Row>(query);
      return rows;
    } finally {
      client.release();
    }
  }

  async #read(since: string): Promise<Since> {
    const rows = await this.#rows<ChangeRow>({ name: 'market_changes', text: CHANGES, values: [since] });
    const [first] = rows;
    if (!first) throw new Error('The database returned no snapshot');
    const { snapshot, reaches } = first;
    const changes = rows.flatMap(({ change_id, xid, sale_id, change }) =>
      change_id === null ? [] : [{ id: change_id, xid: BigInt(xid), sale_id, change }],
    );
    const complete =
      reaches && changes.length <= REMEMBERED && !changes.some(({ change }) => change === 'many');
    return { snapshot, changes: complete ? changes : null };
  }

  async #check(): Promise<Freshness> {
    const before = this.#last;
    if (!before) {
      const [row] = await this.#rows<{ now: string }>({ text: 'select pg_current_snapshot()::text as now' });
      const text = row?.now ?? '';
      this.#last = { text, snapshot: snapshotOf(text) };
      this.#horizon = this.#last.snapshot;
      this.#version += 1;
      return { snapshot: text, version: this.#version };
    }
    const since = await this.#read(before.text);
    const { snapshot: text, changes } = since;
    this.#last = { text, snapshot: snapshotOf(text) };
    if (changes === null) this.#forget(this.#last.snapshot);
    else if (changes.length) this.#remember(this.#last.snapshot, changes);
    if (changes?.length !== 0) {
      this.#version += 1;
      this.#changedAt = performance.now();
      for (const listener of [...this.#listeners]) listener(since);
    }
    return { snapshot: text, version: this.#version };
  }

  #remember(upTo: Snapshot, changes: Change[]): void {
    this.#found.push({ upTo, changes });
    this.#remembered += changes.length;
    while (this.#remembered > REMEMBERED) {
      const oldest = this.#found.shift();
      this.#remembered -= oldest?.changes.length ?? 0;
      this.#horizon = oldest?.upTo;
    }
  }

  #forget(upTo: Snapshot): void {
    this.#found = [];
    this.#remembered = 0;
    this.#horizon = upTo;
  }
}
