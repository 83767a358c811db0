import { useMemo, useState } from 'react';

export interface Query<T> {
  data: T | undefined;
  isFetching: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** A query whose `data` is the previous result while the next loads or after it has failed. */
export interface Fetched<T> extends Query<T> {
  /** `data` belongs to an earlier query: the new one is loading or has failed. */
  outdated: 'loading' | 'failed' | null;
}

/**
 * The last defined value: it stays on screen while the next one loads, and when that fails.
 *
 * @param subject what the value is about; a new subject starts without a value
 */
export function useKept<T>(value: T | undefined, subject: string): T | undefined {
  const [kept, setKept] = useState({ value, subject });
  const current = value ?? (kept.subject === subject ? kept.value : undefined);
  if (kept.subject !== subject || kept.value !== current) setKept({ value: current, subject });
  return current;
}

/**
 * The result of a query, kept while the next one loads. The same object until something in it changes.
 *
 * @param subject what the result is about; a new subject starts without data
 */
export function useFetched<T>({ data, isFetching, error, refetch }: Query<T>, subject: string): Fetched<T> {
  const kept = useKept(data, subject);
  return useMemo(
    () => ({
      data: kept,
      outdated: kept === data ? null : error ? 'failed' : 'loading',
      isFetching,
      error,
      refetch,
    }),
    [kept, data, isFetching, error, refetch],
  );
}
