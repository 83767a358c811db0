import { WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../contract/shared/limits.ts';

/**
 * A WebSocket that hands over no message while it is held, and is cut when its client sends messages without reading the
 * responses. Its server hands over one message per turn of the event loop.
 */
export class MessageSocket extends WebSocket {
  /** What arrived while it was held, since what has been read from the network cannot be stopped. */
  readonly #waiting: unknown[][] = [];
  /** How many messages were handed over since all responses were sent. */
  #unanswered = 0;
  #isHeld = false;
  #isDue = false;

  /** Hands over no message until `release`. */
  hold(): void {
    this.#isHeld = true;
    this.pause();
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#continue();
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event !== 'message') return super.emit(event, ...given);
    if (this.#isHeld || this.#waiting.length > 0) this.#waiting.push(given);
    else this.#handOver(given);
    return true;
  }

  /** Hands over what waits, one message per turn, and then continues to read. */
  #continue(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#isHeld) return;
      const message = this.#waiting.shift();
      if (!message) return this.resume();
      this.#handOver(message);
      this.#continue();
    });
  }

  #handOver(message: unknown[]): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.#isUnread()) this.terminate();
    else super.emit('message', ...message);
  }

  /** Whether the client sends more messages although it does not read the responses. */
  #isUnread(): boolean {
    this.#unanswered = this.bufferedAmount === 0 ? 0 : this.#unanswered + 1;
    return this.#unanswered > LIMITS.live.unsentMessages || this.bufferedAmount > LIMITS.live.unsentBytes;
  }
}

const OPTIONS = {
  noServer: true,
  clientTracking: false,
  maxPayload: LIMITS.bodyBytes,
  // One message per turn of the event loop: the thousands of one read would hold up everybody else.
  allowSynchronousEvents: false,
  WebSocket: MessageSocket,
  /** How long a client may take to respond when its socket is closed, before it is cut. The types lack it. */
  closeTimeout: 250,
};

/** Accepts the sockets of tRPC and of the live log, under the same limits. */
export class MessageServer extends WebSocketServer<typeof MessageSocket> {
  constructor() {
    super(OPTIONS);
  }
}
