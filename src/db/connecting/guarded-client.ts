import { Client, type ClientConfig, DatabaseError } from 'pg';
import { statementLimit } from '../statement-limit.ts';

interface GuardedConfig extends ClientConfig {
  /** Called after every statement with its text or configuration and its duration in milliseconds. */
  onAnswer?: (query: unknown, ms: number) => void;
}

type Release = (error?: Error | boolean) => void;

/** The server cancels a statement at its timeout; after this much longer without a response, the network is down. */
const RESPONSE_GRACE_MS = 2_000;
/** How long the server may take to close a connection. */
const END_TIMEOUT_MS = 1_000;

const silent = (ms: number) =>
  Object.assign(new Error(`The database did not answer within ${ms} ms`), { code: 'ETIMEDOUT' });

/**
 * A PostgreSQL connection that may be lost at any moment, in use or idle, without harm to the process or its pool:
 *
 * - Its `error` event is always handled; otherwise it would end the process. The running statement fails anyway.
 * - A lost connection frees its pool slot at once. Kysely's controlled transaction, which the ORM uses, releases a
 *   connection only after a successful COMMIT or ROLLBACK (docs/upstream/kysely-controlled-transaction.md).
 * - A silent server counts as lost: the server's statement timeout cannot be delivered through a network that drops
 *   packets.
 */
export class GuardedClient extends Client {
  readonly #statementMs: number;
  readonly #onAnswer: GuardedConfig['onAnswer'];
  /** Frees the pool slot; undefined while the connection is not checked out. */
  #release: Release | undefined;
  #isLost = false;

  constructor(config: GuardedConfig = {}) {
    super(config);
    this.#statementMs = config.statement_timeout || 0;
    this.#onAnswer = config.onAnswer;
    this.on('error', (error) => this.#lose(error));
    this.on('end', () => this.#lose());
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => this.#send(send, given)) as Client['query'];
  }

  /** pg-pool sets this each time it hands the connection out. */
  set release(release: Release) {
    this.#release = release;
  }

  /** Does nothing for a lost connection, whose slot may be in use again. */
  get release(): Release {
    return (error) => {
      if (this.#isLost) return;
      const release = this.#release;
      if (!release) throw new Error('This connection was already released');
      this.#release = undefined;
      release(error);
    };
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    // `pg` does not settle its promise when `end` is called meanwhile.
    const ended = Promise.withResolvers<never>();
    this.once('end', () => ended.reject(new Error('The connection was closed while it was opened')));
    return Promise.race([super.connect(), ended.promise]);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const cut = setTimeout(() => this.connection.stream.destroy(), END_TIMEOUT_MS).unref();
    this.once('end', () => clearTimeout(cut));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  #lose(error: Error | true = true): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#release?.(error);
    this.#release = undefined;
  }

  #send(send: (...given: unknown[]) => unknown, given: unknown[]): unknown {
    const started = performance.now();
    const limit = statementLimit() ?? this.#statementMs;
    const giveUp = () => this.connection.stream.destroy(silent(limit + RESPONSE_GRACE_MS));
    const timer = limit > 0 ? setTimeout(giveUp, limit + RESPONSE_GRACE_MS) : undefined;
    const answered = (error?: unknown) => {
      clearTimeout(timer);
      this.#onAnswer?.(given[0], performance.now() - started);
      // The server closes the connection after such an error: it must not be handed out before that.
      if (error instanceof DatabaseError && error.severity === 'FATAL') this.#lose(error);
    };
    const callback = given.at(-1);
    if (typeof callback === 'function')
      given.splice(-1, 1, (...answer: unknown[]) => {
        answered(answer[0]);
        callback(...answer);
      });
    const result = send(...given);
    if (result instanceof Promise) result.then(() => answered(), answered);
    // The reader of a stream decides how long it takes.
    else if (typeof callback !== 'function') clearTimeout(timer);
    return result;
  }
}
