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
  /** Of PostgreSQL, as text: everything that it has seen is in what is read after it. */
  snapshot: string;
  /** Grows whenever something that visitors see has changed. */
  version: number;
}

/** What has changed since a snapshot, up to another one. */
export interface Since {
  snapshot: string;
  /** Null when it cannot be told: too much, too long ago, or not of this database. */
  changes: Change[] | null;
}

export interface ChangeFeedOptions {
  databaseUrl: string;
  applicationName: string;
  watch: QueryWatch;
}

/** Changes that a process remembers, and reads at once. */
const REMEMBERED = 5_000;
/** A check that takes longer has lost its connection. */
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
 * The one primitive: where the database is, and what was committed that a snapshot of before has not seen. Exact
 * whatever the order of the commits. A change of the transactions before `xmin` cannot be among them, so that few rows
 * of the index are looked at; older than the oldest row, the table does not reach.
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
  if (!snapshot) throw new Error(`PostgreSQL has written a snapshot that is none: ${text.slice(0, 100)}`);
  return snapshot;
};

/**
 * What changes for visitors, whichever process or operator changes it: asked of the database, since whoever has been
 * told that a sale is approved must find it. Has a connection of its own, so that it never waits for strangers' reads,
 * and opens it at the first question.
 */
export class ChangeFeed {
  readonly #pool: Pool;
  readonly #listeners = new Set<(since: Since) => void>();
  #version = 0;
  #changedAt = performance.now();
  #last: { text: string; snapshot: Snapshot } | undefined;
  /** What this snapshot has not seen is all remembered. */
  #horizon: Snapshot | undefined;
  /** What was found, the newest last, each with the snapshot that found it. */
  #found: { upTo: Snapshot; changes: Change[] }[] = [];
  #remembered = 0;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Freshness> | undefined;

  constructor({ databaseUrl, applicationName, watch }: ChangeFeedOptions) {
    this.#pool = createPool({
      url: databaseUrl,
      // One for the checks, one for pages that come back from long ago.
      size: 2,
      watch,
      applicationName: `${applicationName}-market`,
      limits: { waitMs: ANSWER_MS, statementMs: ANSWER_MS },
    });
  }

  /**
   * Where the market is, asked of the database after this call: what was committed before it, by whichever process, is
   * counted. Callers that come while one question is under way share the next one.
   */
  fresh(): Promise<Freshness> {
    if (this.#next !== undefined) return this.#next;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#check();
    });
    this.#next = next;
    this.#running = next.catch(() => undefined);
    return next;
  }

  /**
   * The changes that a snapshot has not seen, as far as this process knows, which is up to the last `fresh`.
   *
   * @returns null when it does not know them all: it began later, they were too many, or the text is no snapshot.
   */
  since(text: string): Change[] | null {
    if (text === this.#last?.text) return [];
    const snapshot = parseSnapshot(text);
    if (!snapshot || !this.#last || !this.#horizon) return null;
    if (!covers(snapshot, this.#horizon) || !covers(this.#last.snapshot, snapshot)) return null;
    const changes = this.#found.flatMap((found) => found.changes).filter(({ xid }) => !sees(snapshot, xid));
    return changes.some(({ change }) => change === 'many') ? null : changes;
  }

  /** The same, asked of the database when this process does not know: with the snapshot up to which it holds. */
  async catchUp(text: string): Promise<Since> {
    const { snapshot } = await this.fresh();
    const changes = this.since(text);
    // Another question may have been answered since.
    if (changes) return { snapshot: this.#last?.text ?? snapshot, changes };
    return parseSnapshot(text) ? this.#read(text) : { snapshot, changes: null };
  }

  /** Milliseconds since this process found a change, or began. */
  quietFor(): number {
    return performance.now() - this.#changedAt;
  }

  /** Calls the listener with what each question has found, in order; the answer stops it. */
  on(listener: (since: Since) => void): () => void {
    const own = (since: Since) => listener(since);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
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
    if (!first) throw new Error('The database has no snapshot');
    const { snapshot, reaches } = first;
    const changes = rows.flatMap(({ change_id, xid, sale_id, change }) =>
      change_id === null ? [] : [{ id: change_id, xid: BigInt(xid), sale_id, change }],
    );
    const told = reaches && changes.length <= REMEMBERED && !changes.some(({ change }) => change === 'many');
    return { snapshot, changes: told ? changes : null };
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
