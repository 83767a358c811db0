import type { Socket } from 'socket.io';
import { WebSocket } from 'ws';

/** The connection below a socket of the live log. */
export type Connection = Socket['conn'];

/** Maximum characters waiting for a reader: a few seconds of a busy log. */
const WAITING = 4_000_000;

/** Socket.IO's packet that logs in: to the only namespace, with or without its name. */
const LOGIN = /^0(\/,|\{|$)/;

/**
 * A connection of the live log, which anybody can open. It is cut when it does not log in in time or sends anything else
 * before, and when it is read so slowly that data piles up here.
 */
export class LiveLogConnection {
  readonly #connection: Connection;
  readonly #late: NodeJS.Timeout;
  #state: 'new' | 'checked' | 'admitted' = 'new';
  #waiting = 0;

  /** @param loginMs the time limit for the login */
  constructor(connection: Connection, loginMs: number) {
    this.#connection = connection;
    this.#late = setTimeout(() => this.cut(), loginMs).unref();
    connection.once('close', () => clearTimeout(this.#late));
    // Comes before Socket.IO reads the packet, which it does not do once the connection is closed.
    connection.on('packet', ({ data }: { data?: unknown }) => {
      if (this.#state === 'admitted') return;
      if (this.#state === 'new' && typeof data === 'string' && LOGIN.test(data)) this.#state = 'checked';
      else this.cut();
    });
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      this.#waiting += typeof data === 'string' ? data.length : 0;
      if (this.#waiting > WAITING) this.cut();
    });
    // All waiting data is flushed at once, and the next flush waits for the network.
    connection.on('flush', () => {
      this.#waiting = 0;
    });
  }

  /** Allows it to stay, and to send more than its login. */
  admit(): void {
    this.#state = 'admitted';
    clearTimeout(this.#late);
  }

  /** Ends it at once, without a close handshake or unsent lines, even when the peer does not read. */
  cut(): void {
    const { transport } = this.#connection;
    this.#connection.close(true);
    if ('socket' in transport && transport.socket instanceof WebSocket) transport.socket.terminate();
  }
}
