import { errorData } from '../../../lib/errors.ts';

/** Why the server did not take a query, in its words; null when something else failed, or nothing. */
export function refusalOf(error: unknown): string | null {
  const faults = errorData(error)?.details?.filter((detail) => detail.startsWith('query: '));
  return faults?.length ? faults.map((fault) => fault.slice('query: '.length)).join(', ') : null;
}
