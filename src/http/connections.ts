import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * How long the server, once it closes, keeps a connection that carries no request: one that is already on its way is
 * answered, where closing at once would break it off. Clients retry what is refused, not what is broken off.
 */
const GRACE_MS = 400;
const SWEEP_MS = 50;
/** How long requests under way may take when the server closes: downloads, and clients that read slowly. */
const LIMIT_MS = 10_000;

/** A turn of the event loop that is longer may have missed what arrived while it ran. */
const SHORT_TURN_MS = 1;
/** How long a short turn without arrivals is waited for. */
const QUIET_MS = 3_000;

interface Connection {
  /** Answers that are not complete. */
  responses: Set<ServerResponse>;
  /** When the last one was, or the connection was opened, on the clock of `performance`. */
  idleSince: number;
}

/** The connections of a server and the answers under way on each, so that it can close without breaking one off. */
export class Connections {
  readonly #server: Server;
  readonly #open = new Map<Duplex, Connection>();
  #isClosing = false;
  /** Connections and requests so far. */
  #arrivals = 0;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#arrivals += 1;
      this.#open.set(socket, { responses: new Set(), idleSince: performance.now() });
      socket.once('close', () => this.#open.delete(socket));
    });
    // WebSockets are closed by those that serve them.
    server.on('upgrade', ({ socket }) => this.#open.delete(socket));
  }

  /** Counts a request until its answer is complete. */
  enter(socket: Duplex, response: ServerResponse): void {
    this.#arrivals += 1;
    const connection = this.#open.get(socket);
    connection?.responses.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (!connection) return;
      connection.responses.delete(response);
      connection.idleSince = performance.now();
    });
  }

  /** Whether an answer has begun that nothing else may be written into. */
  isAnswering(socket: Duplex): boolean {
    return [...(this.#open.get(socket)?.responses ?? [])].some(({ headersSent }) => headersSent);
  }

  /**
   * Takes no new connections. Answers from now on carry `Connection: close`; connections without a request are closed
   * after a short grace, the others after their answer.
   *
   * @returns how many connections were cut in the middle of an answer, because it took too long
   */
  async close(): Promise<number> {
    this.#isClosing = true;
    for (const { responses } of this.#open.values())
      for (const response of responses) response.shouldKeepAlive = false;
    await this.#caughtUp();
    const closed = Promise.withResolvers<void>();
    // The method of the HTTP server itself closes idle connections at once.
    NetServer.prototype.close.call(this.#server, () => closed.resolve());
    const cut = await this.#drain();
    await closed.promise;
    return cut;
  }

  /**
   * Waits for a turn of the event loop in which nothing arrives, if there is one soon. The kernel takes connections and
   * requests before the process does, and resets those that the process has not seen when it closes their socket.
   */
  async #caughtUp(): Promise<void> {
    const until = performance.now() + QUIET_MS;
    // The rest of this turn: whole ones follow, each with a look at every socket.
    await setImmediate();
    for (let started = performance.now(); started < until; started = performance.now()) {
      const before = this.#arrivals;
      await setImmediate();
      if (this.#arrivals === before && performance.now() - started < SHORT_TURN_MS) return;
    }
  }

  async #drain(): Promise<number> {
    const until = performance.now() + LIMIT_MS;
    while (this.#open.size > 0 && performance.now() < until) {
      await setTimeout(SWEEP_MS);
      const seen = performance.now() - GRACE_MS;
      await this.#caughtUp();
      for (const [socket, { responses, idleSince }] of this.#open)
        if (responses.size === 0 && idleSince <= seen) socket.destroy();
    }
    const left = this.#open.size;
    for (const socket of this.#open.keys()) socket.destroy();
    return left;
  }
}
