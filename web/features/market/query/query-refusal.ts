import { errorData } from '../../../lib/errors.ts';

/** The server's reason for refusing a query; null when there is no error or another one. */
export function refusalOf(error: unknown): string | null {
  const faults = errorData(error)?.details?.filter((detail) => detail.startsWith('query: '));
  return faults?.length ? faults.map((fault) => fault.slice('query: '.length)).join(', ') : null;
}
