import type { Socket } from 'socket.io';

/** The connection below a socket of the live log. */
export type Connection = Socket['conn'];

/** Maximum characters waiting for a reader: a few seconds of a busy log. */
const WAITING = 4_000_000;

/** Counts the data that waits to be sent over a connection, by the connection's own events. */
export class UnsentCount {
  #waiting = 0;

  constructor(connection: Connection) {
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      this.#waiting += typeof data === 'string' ? data.length : 0;
    });
    // All waiting data is flushed at once, and the next flush waits for the network.
    connection.on('flush', () => {
      this.#waiting = 0;
    });
  }

  /** True when the reader is too slow, so that its buffer would only grow. */
  get isTooMuch(): boolean {
    return this.#waiting > WAITING;
  }
}

/** Terminates a connection at once, without a close handshake or unsent lines, even when the peer does not read. */
export function cut({ transport }: Connection): void {
  const { socket } = transport as typeof transport & { socket?: { terminate?: () => void } };
  if (socket?.terminate) socket.terminate();
  else transport.close();
}
