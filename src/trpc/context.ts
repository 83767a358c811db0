import type { Origin } from '../modules/scope.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** The socket that a call came over, for subscriptions. */
export interface CallSocket {
  /** Runs a call in its turn; the socket is not read while it has too many. @throws DomainError rate_limited */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Takes a subscription slot; returns a function that frees it. @throws DomainError rate_limited when none is left */
  subscribe(): () => void;
  /** Sends a message after all earlier ones; nothing when it is closed. */
  send(message: string): void;
  /**
   * Resolves when sent data has been flushed, as backpressure for slow readers; or when the socket closes. Null when no
   * data waits.
   */
  drained(): Promise<void> | null;
}

/** What a caller has seen of the market, as the number of its latest change (docs/decisions/0014-standbys.md). */
export class CallerPosition {
  /** As the caller sent it; 0 for none. */
  readonly brought: number;
  #latest: number | null = null;
  /** Set when a call has read the primary, which may be ahead of the standbys. */
  readsPrimary = false;

  constructor(brought: number) {
    this.brought = brought;
  }

  /** Includes everything that the calls have read; null before that, and without standbys. */
  get latestSequence(): number | null {
    return this.#latest;
  }

  /** Records a number that includes what a call has read. The calls of a batch end in any order. */
  read(sequence: number | null): void {
    if (sequence !== null) this.#latest = Math.max(sequence, this.#latest ?? 0);
  }
}

/**
 * What a transport knows about a call. Created once per HTTP request and shared by the calls of a batch, or once per
 * socket, so it has no entity manager and no account: each call gets its own in `procedures.ts`.
 */
export interface CallContext {
  runtime: Runtime;
  /** The bearer token as sent; null when there is none. */
  token: string | null;
  /** The token of `Authorization: Pending …`: a sign-in that waits for its second factor. */
  pendingToken: string | null;
  code: string | null;
  origin: Origin;
  idempotencyKey: string | null;
  /** Null over HTTP. */
  socket: CallSocket | null;
  /**
   * The call is a public query of a visitor: its success is logged as part of a count, and the `data` of
   * its result may be a `JsonText`.
   */
  isVisitorRead?: boolean;
  position: CallerPosition;
  /** Counts one call against the limit; by default that of the client's address. @throws DomainError rate_limited */
  takeRead?: () => void;
  /** Called when the result will change although nothing else does, so that it must not be cached. */
  preventCaching?: () => void;
  /** Called when a procedure starts: it writes the log line of the call. */
  onProcedureStart?: () => void;
}
