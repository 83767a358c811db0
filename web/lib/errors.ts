/** What the server says of an error beside its message (see src/trpc: the error formatter). */
export interface ErrorData {
  /** tRPC's name of the kind of error, such as `CONFLICT`. */
  code: string;
  httpStatus: number;
  /** Stable name for programs, such as `ALREADY_REVIEWED`. */
  reason: string | null;
  details: string[] | null;
  fields: Record<string, string> | null;
  requestId: string;
  /** Seconds after which the call may be tried again. */
  retryAfter: number | null;
  /** Who decided a sale first, and when. */
  decided: { by: string | null; at: string } | null;
}

/** The server's part of an error; null when no answer came, or one that is not the server's. */
export function errorData(error: unknown): ErrorData | null {
  if (!(error instanceof Error) || !('data' in error)) return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'httpStatus' in data ? (data as ErrorData) : null;
}

/** True when the call got no answer at all; a proxy's page of its own is one, though not the server's. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.cause instanceof TypeError;

/**
 * The sentence to show: joined details, else the server's message, else the fallback (docs/product.md "Messages").
 *
 * @param unanswered what is said instead when no answer came
 */
export function errorText(error: unknown, fallback: string, unanswered: string = fallback): string {
  const data = errorData(error);
  if (!data) return isUnanswered(error) ? unanswered : fallback;
  if (data.details?.length) return data.details.join(', ');
  return error instanceof Error && error.message ? error.message : fallback;
}

/** True when the session does not carry the call: 401 or 403. */
export function isSignedOutError(error: unknown): boolean {
  const status = errorData(error)?.httpStatus;
  return status === 401 || status === 403;
}
