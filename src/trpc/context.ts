import type { Origin } from '../modules/scope.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** The socket that a call came over, for those that go on. */
export interface CallSocket {
  /** Takes a place for a subscription; the answer gives it back. @throws DomainError rate_limited when all are taken. */
  subscribe(): () => void;
  /** Resolves when what was sent has gone out, so that who does not read is not sent more; or when the socket closes. */
  drained(): Promise<void>;
}

/**
 * What a transport knows of a call. Made once per HTTP request and shared by the calls of a batch, or once per
 * socket, so it holds no entity manager and no account: each call gets its own in `scope.ts`.
 */
export interface CallContext {
  runtime: Runtime;
  /** The bearer token as sent; null when there is none. */
  token: string | null;
  /** The token of `Authorization: Pending …`: a sign-in that waits for its code. */
  pendingToken: string | null;
  /** The header `X-TOTP-Token`. */
  code: string | null;
  origin: Origin;
  idempotencyKey: string | null;
  /** Null over HTTP. */
  socket: CallSocket | null;
  /** Counts one read against the limit; where it is left out, the address's own does. @throws DomainError rate_limited */
  takeRead?: () => Promise<void>;
  /** Called when a procedure takes the call up: it writes the log line of that. */
  reached?: () => void;
}
