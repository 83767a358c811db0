import { errorData } from '../../../lib/server/errors.ts';

/** The server's reason for refusing a query; null when there is no error or another one. */
export function refusalOf(error: unknown): string | null {
  const issues = errorData(error)?.details?.filter((detail) => detail.startsWith('query: '));
  return issues?.length ? issues.map((issue) => issue.slice('query: '.length)).join(', ') : null;
}
