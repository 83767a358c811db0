import { hash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { codeOf, unavailable } from '../../lib/errors.ts';
import { type ReadServers, STOPPED } from './read-servers.ts';

/** Compiles query builders to SQL and parameters; never connects. */
export const COMPILER = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * The rows of a query as one JSON text. For rows with many columns: the driver needs more time for the values of a page of
 * sales than for parsing the text.
 */
export const inJson = (query: RawBuilder<unknown>) =>
  sql<{ rows: string }>`select coalesce(json_agg(r), '[]')::text as rows from (${query}) as r`;

interface Statement {
  text: string;
  values: unknown[];
  name?: string;
}

const hashOf = (text: string) => hash('sha256', text, 'base64url');
/** PostgreSQL truncates longer names. */
const nameOf = (text: string) => hashOf(text).slice(0, 24);

/** Longer keys are replaced with their hash. */
const LONG_KEY = 1_000;

const tooSlow = () =>
  unavailable(
    'READ_TOO_SLOW',
    'This takes too long to look up right now. Please narrow the filter and try again.',
    { retryAfter: 2 },
  );

/** Maps a statement timeout to an error that asks for a narrower filter; other errors pass through. */
const translated = (error: unknown): unknown => (STOPPED.has(codeOf(error)) ? tooSlow() : error);

/**
 * Public reads, on separate connections, so that public traffic can neither starve sign-ins and reviews nor hold a
 * connection for longer than `LIMITS.publicReadMs` (docs/staying-fast.md "How reads stay fast").
 */
export class ReadPool {
  readonly #servers: ReadServers;
  readonly #statements = new WeakMap<RawBuilder<unknown>, Statement>();

  constructor(servers: ReadServers) {
    this.#servers = servers;
  }

  /** @throws DomainError unavailable when it takes longer than `LIMITS.publicReadMs`. */
  rows<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return this.#run(this.#statement(query));
  }

  /**
   * The same for a query whose best plan does not depend on its values, such as one that reads rows by their ids. It is
   * prepared on each connection, so its text must be one of a few: planning would take longer than reading the rows.
   */
  plannedRows<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    const { sql: text, parameters } = query.compile(COMPILER);
    return this.#run({ text, values: [...parameters], name: nameOf(text) });
  }

  async #run<Row>(statement: Statement): Promise<Row[]> {
    try {
      const { rows } = await this.#servers.read((client) => client.query<Row & object>(statement));
      return rows;
    } catch (error) {
      throw translated(error);
    }
  }

  /** A key that is equal exactly for equal queries with equal values. */
  keyOf(query: RawBuilder<unknown>): string {
    const { sql: text, parameters } = query.compile(COMPILER);
    const key = parameters.length ? JSON.stringify([text, parameters]) : text;
    return key.length > LONG_KEY ? hashOf(key) : key;
  }

  /**
   * A reused query object is compiled once and, without parameters, prepared on each connection: the number of prepared
   * statements is limited by the callers that keep query objects. A statement with parameters is planned for its values
   * each time, because the best index for a range depends on how much of the market lies in it.
   */
  #statement(query: RawBuilder<unknown>): Statement {
    const known = this.#statements.get(query);
    if (known?.name !== undefined || known?.values.length) return known;
    const { sql: text, parameters } = query.compile(COMPILER);
    const isKept = known !== undefined && parameters.length === 0;
    const statement = { text, values: [...parameters], ...(isKept && { name: nameOf(text) }) };
    this.#statements.set(query, statement);
    return statement;
  }
}
