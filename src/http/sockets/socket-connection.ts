import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sequenceOf } from '../../contract/shared/sequence.ts';
import { sha256 } from '../../lib/crypto.ts';
import { DomainError } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { sessionActor } from '../../modules/sessions/session-lookup.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type CallContext, CallerPosition, type CallSocket } from '../../trpc/context.ts';
import type { MessageSocket } from './message-socket.ts';

/** Time limit for a last message, before the connection is closed. */
const LAST_MESSAGE_MS = 250;
/**
 * Time limit for the subscriptions of an ended session to check it and to end, so that their client learns why. With
 * `LAST_MESSAGE_MS`, it is less than the second that docs/security.md promises.
 */
const SUBSCRIPTIONS_MS = 700;

/** WebSocket close codes: policy violation ends the connection for good; service restart asks to reconnect. */
const POLICY_VIOLATION = 1008;
const SERVICE_RESTART = 1012;

const isDead = (error: unknown) => error instanceof DomainError && error.kind === 'unauthenticated';

const atOnce = LIMITS.socketCalls;
/** Few calls wait: no further message is read while `atOnce` calls run, and a message has at most one batch. */
const TURNS = { width: atOnce, perKey: atOnce, waiting: 10 * LIMITS.batchCalls, waitMs: 30_000 };

/** How long a socket gets no further message after a refused call. */
const REST_MS = 1_000;

const refused = (reason: string) => new DomainError('rate_limited', 'TOO_MANY', reason, { retryAfter: 5 });

/** An open socket with its account, subscriptions and end. */
export class SocketConnection implements CallSocket {
  readonly #client: MessageSocket;
  readonly #request: IncomingMessage;
  readonly #runtime: Runtime;
  readonly #origin: CallContext['origin'];
  #token: string | null = null;
  #userId: number | null = null;
  readonly #turns = new FairQueue(TURNS, () => refused('Too many calls on one connection.'));
  #calls = 0;
  #isResting = false;
  #subscriptions = 0;
  #unsubscribed = () => {};
  #drain: Promise<void> | undefined;

  constructor(
    client: MessageSocket,
    request: IncomingMessage,
    runtime: Runtime,
    origin: CallContext['origin'],
  ) {
    this.#client = client;
    this.#request = request;
    this.#runtime = runtime;
    this.#origin = origin;
  }

  /**
   * The context of calls over this socket. Never fails: an invalid token is refused call by call, so that the client
   * learns why, and then the connection ends.
   */
  contextFor(params: Readonly<Record<string, string | undefined>> | null): CallContext {
    const token = params?.token;
    this.#token = token === undefined || /^\S{1,512}$/.test(token) ? (token ?? null) : 'malformed';
    void this.check();
    return {
      runtime: this.#runtime,
      token: this.#token,
      pendingToken: null,
      code: null,
      origin: this.#origin,
      idempotencyKey: null,
      socket: this,
      position: new CallerPosition(sequenceOf(params?.sequence)),
    };
  }

  /** Checks its session again and ends the connection when that is invalid. */
  async check(): Promise<void> {
    if (this.#token === null) return;
    const { orm } = this.#runtime;
    const scope = { ...this.#runtime, em: orm.em.fork(), origin: this.#origin };
    try {
      const { user_id } = await sessionActor(scope, this.#token, false);
      this.#userId = user_id;
    } catch (error) {
      // When the check fails, calls and subscriptions fail too, and are refused one by one.
      if (!isDead(error)) return;
      await this.#subscriptionsEnd();
      setTimeout(() => this.#client.close(POLICY_VIOLATION, 'SESSION_ENDED'), LAST_MESSAGE_MS).unref();
    }
  }

  /** Whether it belongs to the account, or may: during the lookup it may belong to anybody. */
  mayBeOf(userId: number): boolean {
    return this.#userId === null ? this.#token !== null : this.#userId === userId;
  }

  /** Asks the client to connect again, possibly to another process, and closes it. */
  restart(): void {
    this.send(JSON.stringify({ id: null, method: 'reconnect' }));
    this.#client.close(SERVICE_RESTART);
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    if (this.#calls >= atOnce) this.#client.hold();
    try {
      return await this.#turns.run([], call);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'rate_limited') this.#rest();
      throw error;
    } finally {
      this.#calls -= 1;
      this.#continue();
    }
  }

  /** Counts a message that reached no call, as a request without one is counted. */
  countStray(): void {
    const session = this.#token === null ? null : sha256(this.#token);
    if (!this.#runtime.calls.countOther(session, this.#origin.ip)) this.#rest();
  }

  /** Handles no message for a while after a refused call, so that a flood of them costs little. */
  #rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    this.#client.hold();
    setTimeout(() => {
      this.#isResting = false;
      this.#continue();
    }, REST_MS).unref();
  }

  #continue(): void {
    if (this.#calls < atOnce && !this.#isResting) this.#client.release();
  }

  subscribe(): () => void {
    const { perConnection, perVisitor } = LIMITS.live;
    const most = this.#token === null ? perVisitor : perConnection;
    if (this.#subscriptions >= most) {
      this.#rest();
      throw refused(`At most ${most} subscriptions on one connection.`);
    }
    this.#subscriptions += 1;
    return () => {
      this.#subscriptions -= 1;
      if (this.#subscriptions === 0) this.#unsubscribed();
    };
  }

  /** Waits, within limits, until every subscription has sent why it ended. */
  #subscriptionsEnd(): Promise<void> {
    if (this.#subscriptions === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#unsubscribed = resolve;
      setTimeout(resolve, SUBSCRIPTIONS_MS).unref();
    });
  }

  send(message: string): void {
    this.#client.send(message);
  }

  drained(): Promise<void> | null {
    const { socket } = this.#request;
    if (!socket.writableNeedDrain || socket.destroyed) return null;
    this.#drain ??= new Promise((resolve) => {
      const done = () => {
        socket.off('drain', done).off('close', done);
        this.#drain = undefined;
        resolve();
      };
      socket.on('drain', done).on('close', done);
    });
    return this.#drain;
  }
}
