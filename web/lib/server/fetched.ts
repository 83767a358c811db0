import { useMemo } from 'react';
import { useKept } from './use-kept.ts';

export interface Query<T> {
  data: T | undefined;
  isFetching: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** A query whose `data` is the previous result while the next loads or after it has failed. */
export interface Fetched<T> extends Query<T> {
  /** `data` belongs to an earlier query. */
  stale: boolean;
}

/**
 * The result of a query, kept while the next one loads. The same object until something in it changes.
 *
 * @param subject what the result is about; a new subject starts without data
 */
export function useFetched<T>({ data, isFetching, error, refetch }: Query<T>, subject: string): Fetched<T> {
  const kept = useKept(data, subject);
  return useMemo(
    () => ({ data: kept, stale: kept !== data, isFetching, error, refetch }),
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
