import { errorData, errorText } from '../../lib/errors.ts';

/** Why an act failed: what the server refused it for; the specification's words where the server itself failed. */
export function adminFailure(error: unknown, words: string): string {
  const data = errorData(error);
  return data && data.httpStatus < 500 ? errorText(error, words) : words;
}
