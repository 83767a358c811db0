import { useMemo } from 'react';
import { useKept } from './use-kept.ts';

/** The result of a query, and how current it is. */
export interface Fetched<T> {
  /** The newest result; the previous one while the next loads or after it has failed. */
  data: T | undefined;
  /** `data` belongs to an earlier query. */
  stale: boolean;
  fetching: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

export interface Query<T> {
  data: T | undefined;
  isFetching: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/**
 * The result of a query, kept while the next one loads. The same object until something in it changes.
 *
 * @param subject what the result is about; a new subject starts without data
 */
export function useFetched<T>({ data, isFetching, error, refetch }: Query<T>, subject: string): Fetched<T> {
  const kept = useKept(data, subject);
  return useMemo(
    () => ({ data: kept, stale: kept !== data, fetching: isFetching, error, retry: refetch }),
    [kept, data, isFetching, error, refetch],
  );
}

/** Like `useFetched`, for a page of rows. An empty page of an earlier query is dropped. */
export function useFetchedPage<P extends { data: readonly unknown[] }>(
  query: Query<P>,
  subject: string,
): Fetched<P> {
  const fetched = useFetched(query, subject);
  const outdated = fetched.stale && fetched.data?.data.length === 0;
  return outdated ? { ...fetched, data: undefined } : fetched;
}
