import type { Socket } from 'socket.io';

/** The connection below a socket of the live log. */
export type Connection = Socket['conn'];

/** Characters that wait for a reader: a few seconds of a busy log. */
const WAITING = 4_000_000;

/** How much waits to be sent over a connection, told by the connection's own events. */
export class UnsentCount {
  #waiting = 0;

  constructor(connection: Connection) {
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      this.#waiting += typeof data === 'string' ? data.length : 0;
    });
    // All that waits goes to the network at once, and the next only when the network has taken it.
    connection.on('flush', () => {
      this.#waiting = 0;
    });
  }

  /** The reader does not keep up, and what waits for it would only grow. */
  get isTooMuch(): boolean {
    return this.#waiting > WAITING;
  }
}

/** Ends a connection at once, also when the other side does not read: no goodbye, no last lines. */
export function cut({ transport }: Connection): void {
  const { socket } = transport as typeof transport & { socket?: { terminate?: () => void } };
  if (socket?.terminate) socket.terminate();
  else transport.close();
}
