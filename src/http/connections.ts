import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from '../lib/process/logger.ts';
import { onceAMinute } from '../lib/process/once-a-minute.ts';

/**
 * How long a closing server keeps connections without a request. Their clients learn from the next response that it is
 * closing; a request on its way to a closed connection would fail, and clients retry only refused connections.
 */
const GRACE_MS = 400;
const SWEEP_MS = 50;
/** Time limit for pending requests when the server closes: downloads and slow readers. */
const LIMIT_MS = 10_000;

/** A longer turn of the event loop may have missed what arrived while it ran. */
const SHORT_TURN_MS = 0.2;
/** Maximum wait for a short turn without arrivals. */
const QUIET_MS = 3_000;

/**
 * Requests of a connection that wait for their responses. Clients and proxies wait for each response; Node would accept a
 * thousand from each 64 kB, and keeps every one in memory until its response is read.
 */
const MOST_WAITING = 32;

interface Connection {
  /**
   * The incomplete ones. Not a `Set`: after a few changes V8 replaces the table of a `Set`, and the old table refers to the new
   * one. Once a table is old, all later responses are kept until a major garbage collection.
   */
  responses: ServerResponse[];
  /** When the last response was completed or the connection was opened, by the clock of `performance`. */
  idleSince: number;
}

interface ReadLimits {
  /** How long a response may make no progress, and how often that is checked, in milliseconds. */
  readMs: number;
  checkMs: number;
}

/** Tracks a server's connections and pending responses, so that it can close without cutting one off. */
export class Connections {
  readonly #server: Server;
  readonly #open = new Map<Duplex, Connection>();
  #isClosing = false;
  /** Total of connections and requests. */
  #arrivals = 0;
  readonly #checks: NodeJS.Timeout;
  readonly #warnOfRequests: () => void;

  constructor(server: Server, logger: Logger, { readMs, checkMs }: ReadLimits) {
    this.#server = server;
    this.#checks = setInterval(() => this.#limitReading(readMs), checkMs).unref();
    this.#warnOfRequests = onceAMinute(() =>
      logger.warn(
        { category: 'api', most: MOST_WAITING },
        'a connection with too many requests at once was closed',
      ),
    );
    server.on(
      'drop',
      onceAMinute(() =>
        logger.warn(
          { category: 'api', most: server.maxConnections },
          'too many connections: new ones are closed',
        ),
      ),
    );
    server.on('connection', (socket) => {
      this.#arrivals += 1;
      this.#open.set(socket, { responses: [], idleSince: performance.now() });
      socket.once('close', () => this.#open.delete(socket));
    });
    // WebSockets are closed by the modules that serve them.
    server.on('upgrade', ({ socket }) => this.#open.delete(socket));
  }

  /**
   * Gives sockets whose responses wait for their clients a timeout, which ends with the response. A timeout of every socket
   * would cost processor time in every request.
   */
  #limitReading(readMs: number): void {
    for (const [socket, { responses }] of this.#open)
      if (socket instanceof Socket && responses.length > 0 && socket.writableLength > 0 && !socket.timeout)
        socket.setTimeout(readMs);
  }

  /**
   * Counts a request as pending until its response is complete.
   *
   * @returns false for one that must not be served: its connection has sent too many at once, and is closed
   */
  enter(socket: Duplex, response: ServerResponse): boolean {
    this.#arrivals += 1;
    // Those that arrived with the one that was too many.
    if (socket.destroyed) return false;
    const connection = this.#open.get(socket);
    if (connection && connection.responses.length >= MOST_WAITING) {
      socket.destroy();
      this.#warnOfRequests();
      return false;
    }
    connection?.responses.push(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    // A response closes once; `once` itself would cost as much as this listener.
    response.on('close', () => {
      if (!connection) return;
      connection.responses.splice(connection.responses.indexOf(response), 1);
      connection.idleSince = performance.now();
    });
    return true;
  }

  /** Whether a response has started, so that nothing else may be written to the connection. */
  isAnswering(socket: Duplex): boolean {
    return (this.#open.get(socket)?.responses ?? []).some(({ headersSent }) => headersSent);
  }

  /**
   * Stops accepting connections. Further responses carry `Connection: close`. Connections without a request are closed
   * after a short grace period, the others after their response.
   *
   * @returns how many connections were cut during a response that took too long
   */
  async close(): Promise<number> {
    this.#isClosing = true;
    clearInterval(this.#checks);
    for (const { responses } of this.#open.values())
      for (const response of responses) response.shouldKeepAlive = false;
    await this.#caughtUp();
    const closed = Promise.withResolvers<void>();
    // `close` of the HTTP server itself closes idle connections at once.
    NetServer.prototype.close.call(this.#server, () => closed.resolve());
    const cut = await this.#drain();
    await closed.promise;
    return cut;
  }

  /**
   * Waits briefly for a turn of the event loop without arrivals. The kernel accepts connections and requests before the
   * process does, and resets those that the process has not read when it closes the listening socket.
   */
  async #caughtUp(): Promise<void> {
    const until = performance.now() + QUIET_MS;
    // Finishes the current turn; the next ones are complete turns that poll every socket.
    await setImmediate();
    for (let started = performance.now(); started < until; started = performance.now()) {
      const before = this.#arrivals;
      await setImmediate();
      if (this.#arrivals === before && performance.now() - started < SHORT_TURN_MS) return;
    }
  }

  async #drain(): Promise<number> {
    const start = performance.now();
    while (this.#open.size > 0 && performance.now() < start + LIMIT_MS) {
      await setTimeout(SWEEP_MS);
      const seen = performance.now() - GRACE_MS;
      await this.#caughtUp();
      for (const [socket, { responses, idleSince }] of this.#open)
        if (responses.length === 0 && Math.max(idleSince, start) <= seen) socket.destroy();
    }
    const left = this.#open.size;
    for (const socket of this.#open.keys()) socket.destroy();
    return left;
  }
}
