import { useKept } from './use-kept.ts';

/** An answer, and how far it can be relied on. */
export interface Fetched<T> {
  /** The newest answer there is: while another loads or has failed, the one before. */
  data: T | undefined;
  /** `data` answers an earlier question. */
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
 * What a query answered, kept while the next answer is on its way.
 *
 * @param subject what it is about; another subject starts with nothing
 */
export function useFetched<T>({ data, isFetching, error, refetch }: Query<T>, subject: string): Fetched<T> {
  const kept = useKept(data, subject);
  return { data: kept, stale: kept !== data, fetching: isFetching, error, retry: refetch };
}

/** As `useFetched`, for a page of rows. An empty page that answers an earlier question is dropped. */
export function useFetchedPage<P extends { data: readonly unknown[] }>(
  query: Query<P>,
  subject: string,
): Fetched<P> {
  const fetched = useFetched(query, subject);
  const outdated = fetched.stale && fetched.data?.data.length === 0;
  return outdated ? { ...fetched, data: undefined } : fetched;
}
