import type { Platform } from '../modules/platform.ts';
import type { Origin } from '../modules/scope.ts';

/**
 * What a transport knows of a call. Made once per HTTP request and shared by the calls of a batch, so it holds
 * no entity manager and no account: each call gets its own in `scope.ts`.
 */
export interface CallContext {
  platform: Platform;
  /** The bearer token as sent; null when there is none. */
  token: string | null;
  /** The token of `Authorization: Pending …`: a sign-in that waits for its code. */
  pendingToken: string | null;
  /** The header `X-TOTP-Token`. */
  code: string | null;
  origin: Origin;
  idempotencyKey: string | null;
}
