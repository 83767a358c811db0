import type { inferRouterError } from '@trpc/server';
import type { AppRouter } from '../../../src/trpc/router.ts';

/** What the server sends with an error besides its message. */
export type ErrorData = inferRouterError<AppRouter>['data'];

/** The server's part of an error; null when there was no response, or one that is not the server's. */
export function errorData(error: unknown): ErrorData | null {
  if (!(error instanceof Error) || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'httpStatus' in data ? (data as ErrorData) : null;
}

const causeOf = (error: unknown) => error instanceof Error && error.cause;

/** True when the call was ended before its answer: it took too long (see `trackedFetch`), or its page is left. */
export const isAborted = (error: unknown): boolean => causeOf(error) instanceof DOMException;

/** True when no response arrived at all. A proxy's error page counts as a response. */
const hasNoResponse = (error: unknown): boolean => causeOf(error) instanceof TypeError || isAborted(error);

/**
 * The sentence to show: joined details, else the server's message, else the fallback (docs/screens.md "Messages").
 *
 * @param noResponse shown instead when there was no response
 */
export function errorText(error: unknown, fallback: string, noResponse: string = fallback): string {
  const data = errorData(error);
  if (!data) return hasNoResponse(error) ? noResponse : fallback;
  if (data.details?.length) return data.details.join(', ');
  return error instanceof Error && error.message ? error.message : fallback;
}

/** The server's own message for a refusal (4xx), otherwise the fallback. */
export function refusalText(error: unknown, fallback: string): string {
  const data = errorData(error);
  return data && data.httpStatus < 500 ? errorText(error, fallback) : fallback;
}

/** True when something is no longer as the caller saw it, so that nothing was saved. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  errorData(error)?.reason === 'CHANGED_MEANWHILE';

/** True when the same call may succeed later: there was no response, or a server error. A 4xx is final. */
export const isTemporary = (error: unknown): boolean => (errorData(error)?.httpStatus ?? 503) >= 500;

/** The same of a write, which may have been done all the same: its response was lost, or the server failed after it. */
export const isUnknownOutcome = (error: unknown): boolean => isTemporary(error);

/** True when the session is not valid for the call: 401 or 403, except for a second factor that can be set up. */
export function isSignedOutError(error: unknown): boolean {
  const data = errorData(error);
  const isRefused = data?.httpStatus === 401 || data?.httpStatus === 403;
  return isRefused && data.reason !== 'SECOND_FACTOR_REQUIRED';
}
