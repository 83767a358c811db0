import { errorData, errorText } from '../../lib/server/errors.ts';

/** The message of a failed action: the server's own for a refusal (4xx), otherwise the fallback. */
export function adminFailure(error: unknown, fallback: string): string {
  const data = errorData(error);
  return data && data.httpStatus < 500 ? errorText(error, fallback) : fallback;
}
