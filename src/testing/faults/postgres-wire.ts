import { withTimeout } from '../../lib/with-timeout.ts';
import type { FaultProxy, ProxiedConnection } from './proxy.ts';

const COMMIT_MS = 10_000;

const TYPE = 1;
const LENGTH = 4;
const VERSION = 4;
const STARTUP = 0;
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);

const textsIn = (bytes: Buffer) => bytes.toString('utf8').split('\0');

/** Parses what a PostgreSQL client sends over one connection. */
class ClientReader {
  /** Empty before the startup message. */
  application = '';
  #rest = Buffer.alloc(0);

  /** The statements that these bytes complete, in the simple and the extended protocol. */
  read(chunk: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const statements: string[] = [];
    for (;;) {
      // The startup message has no type byte: it starts with its length.
      const head = this.#rest[0] === STARTUP ? 0 : TYPE;
      if (this.#rest.length < head + LENGTH) return statements;
      const end = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < end) return statements;
      const type = this.#rest[0];
      const body = this.#rest.subarray(head + LENGTH, end);
      this.#rest = this.#rest.subarray(end);
      if (type === STARTUP) this.#introduce(textsIn(body.subarray(VERSION)));
      else if (type === QUERY) statements.push(textsIn(body)[0] ?? '');
      // The statement's name comes first.
      else if (type === PARSE) statements.push(textsIn(body)[1] ?? '');
    }
  }

  #introduce(parameters: string[]): void {
    this.application = parameters[parameters.indexOf('application_name') + 1] ?? '';
  }
}

/**
 * Identifies proxied connections by the `application_name` of their clients.
 *
 * @param proxy without connections so far
 */
export function byApplication(proxy: FaultProxy): (application: string) => ProxiedConnection[] {
  const readers = new Map<ProxiedConnection, ClientReader>();
  proxy.tap((connection, direction, chunk) => {
    if (direction === 'answer') return;
    const reader = readers.get(connection) ?? new ClientReader();
    readers.set(connection, reader);
    // Bytes after the startup message are not needed.
    if (reader.application === '') reader.read(chunk);
  });
  return (application) =>
    [...readers]
      .filter(([one, reader]) => one.open && reader.application === application)
      .map(([one]) => one);
}

export interface LostCommit {
  /** Selects transactions: those with a matching statement. */
  statement: RegExp;
  /**
   * `after`: the server has committed, but the client never learns of it. `before`: the COMMIT never reaches the
   * server, which rolls back. In both cases the client only sees a broken connection.
   */
  at: 'after' | 'before';
}

/**
 * Loses the connection of the next matching transaction at its COMMIT.
 *
 * @returns settles once that has happened; rejects when no such transaction commits within 10 s
 */
export function loseCommit(proxy: FaultProxy, { statement, at }: LostCommit): Promise<void> {
  const done = Promise.withResolvers<void>();
  const readers = new Map<ProxiedConnection, ClientReader>();
  const meant = new Set<ProxiedConnection>();
  let committing: ProxiedConnection | undefined;
  const lose = (connection: ProxiedConnection) => {
    connection.cut();
    done.resolve();
  };
  const remove = proxy.tap((connection, direction, chunk) => {
    if (direction === 'answer') {
      // The client only waits for the response to COMMIT, so the next data is that response.
      if (committing === connection) lose(connection);
      return;
    }
    const reader = readers.get(connection) ?? new ClientReader();
    readers.set(connection, reader);
    for (const text of reader.read(chunk)) {
      if (/^\s*(begin|start transaction)\b/i.test(text)) meant.delete(connection);
      else if (statement.test(text)) meant.add(connection);
      else if (/^\s*commit\b/i.test(text) && meant.has(connection) && !committing) {
        if (at === 'before') return lose(connection);
        committing = connection;
      }
    }
  });
  return withTimeout(COMMIT_MS, 'the COMMIT to lose', done.promise).finally(remove);
}
