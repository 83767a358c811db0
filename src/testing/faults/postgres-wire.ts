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

/** What a client of PostgreSQL sends over one connection, read from the bytes as they pass. */
class ClientReader {
  /** Empty until the client has introduced itself. */
  application = '';
  #rest = Buffer.alloc(0);

  /** The statements that these bytes complete, of the simple and of the extended protocol. */
  read(chunk: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const statements: string[] = [];
    for (;;) {
      // The first message has no type: it starts with its length, which is short.
      const head = this.#rest[0] === STARTUP ? 0 : TYPE;
      if (this.#rest.length < head + LENGTH) return statements;
      const end = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < end) return statements;
      const type = this.#rest[0];
      const body = this.#rest.subarray(head + LENGTH, end);
      this.#rest = this.#rest.subarray(end);
      if (type === STARTUP) this.#introduce(textsIn(body.subarray(VERSION)));
      else if (type === QUERY) statements.push(textsIn(body)[0] ?? '');
      // The name of the statement comes first.
      else if (type === PARSE) statements.push(textsIn(body)[1] ?? '');
    }
  }

  #introduce(parameters: string[]): void {
    this.application = parameters[parameters.indexOf('application_name') + 1] ?? '';
  }
}

/**
 * Knows the proxied connections by the `application_name` that their clients gave.
 *
 * @param proxy one through which no connection was made yet
 */
export function byApplication(proxy: FaultProxy): (application: string) => ProxiedConnection[] {
  const readers = new Map<ProxiedConnection, ClientReader>();
  proxy.tap((connection, direction, chunk) => {
    if (direction === 'answer') return;
    const reader = readers.get(connection) ?? new ClientReader();
    readers.set(connection, reader);
    // What follows the introduction is not looked at.
    if (reader.application === '') reader.read(chunk);
  });
  return (application) =>
    [...readers]
      .filter(([one, reader]) => one.open && reader.application === application)
      .map(([one]) => one);
}

export interface LostCommit {
  /** Which transactions are meant: those with a statement like this. */
  statement: RegExp;
  /**
   * `after`: the server has committed, and the client never hears of it. `before`: the COMMIT never reaches the
   * server, which rolls back. Either way the client only knows that its connection broke.
   */
  at: 'after' | 'before';
}

/**
 * Loses the connection of the next transaction of that kind when it commits.
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
      // The client waits for the answer to COMMIT alone, so whatever comes now is that answer.
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
