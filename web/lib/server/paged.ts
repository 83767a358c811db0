import type { Page } from '../../../src/contract/shared/primitives.ts';
import { errorText } from './errors.ts';
import { type Fetched, type Query, useFetched } from './fetched.ts';

/** Like `useFetched`, for a page of rows. An empty page of an earlier query is dropped. */
export function useFetchedPage<P extends { data: readonly unknown[] }>(
  query: Query<P>,
  subject: string,
): Fetched<P> {
  const fetched = useFetched(query, subject);
  const isNothing = fetched.outdated && fetched.data?.data.length === 0;
  return isNothing ? { ...fetched, data: undefined } : fetched;
}

/**
 * A page of rows, with what a `PagedList` takes of it; the rows stay until the next answer arrives.
 *
 * @param subject what the rows are of: when it changes, the rows before are dropped
 * @param failed the error message when the server gives none
 */
export function usePaged<P extends Page<unknown>>(query: Query<P>, subject: string, failed: string) {
  const { data, outdated, isFetching, error, refetch } = useFetchedPage(query, subject);
  const { total, totalPages } = data?.pagination ?? { total: 0, totalPages: 0 };
  const rows: P['data'] | undefined = data?.data;
  const list = {
    rows,
    total,
    totalPages,
    stale: outdated !== null,
    fetching: isFetching,
    error: error ? errorText(error, failed) : null,
    onRetry: refetch,
  };
  return { data, isFetching, total, totalPages, list };
}
