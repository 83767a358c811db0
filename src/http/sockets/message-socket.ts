import { WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../contract/shared/limits.ts';

/**
 * A WebSocket that hands over one message per turn of the event loop, so that the many messages of one read do not hold
 * up everybody else, and none while it is held. It is read only when all messages have been handed over, and cut when its
 * client sends messages without reading the responses.
 */
export class MessageSocket extends WebSocket {
  readonly #messages: unknown[][] = [];
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
    this.#isHeld = false;
    this.#continue();
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event !== 'message') return super.emit(event, ...given);
    this.#messages.push(given);
    this.pause();
    this.#continue();
    return true;
  }

  /** Whether the client sends more messages although it does not read the responses. */
  #isUnread(): boolean {
    this.#unanswered = this.bufferedAmount === 0 ? 0 : this.#unanswered + 1;
    return this.#unanswered > LIMITS.live.unsentMessages || this.bufferedAmount > LIMITS.live.unsentBytes;
  }

  #continue(): void {
    if (this.#isHeld || this.#isDue) return;
    if (this.#messages.length === 0) {
      this.resume();
      return;
    }
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#isHeld) return;
      if (this.#isUnread()) return this.terminate();
      const message = this.#messages.shift();
      if (message && this.readyState !== WebSocket.CLOSED) super.emit('message', ...message);
      this.#continue();
    });
  }
}

const OPTIONS = {
  noServer: true,
  clientTracking: false,
  maxPayload: LIMITS.bodyBytes,
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
