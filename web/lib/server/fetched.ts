import { useMemo, useState } from 'react';
import type { Page } from '../../../src/contract/shared/primitives.ts';
import { errorText } from './errors.ts';

export interface Query<T> {
  data: T | undefined;
  isFetching: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** A query whose `data` is the previous result while the next loads or after it has failed. */
export interface Fetched<T, Input = unknown> extends Query<T> {
  /** `data` belongs to an earlier query: the new one is loading or has failed. */
  outdated: 'loading' | 'failed' | null;
  /** What `data` were requested with. */
  input: Input;
}

/**
 * The last defined value: it stays on screen while the next one loads, and when that fails.
 *
 * @param subject what the value is about; a new subject starts without a value
 */
export function useLastDefined<T>(value: T | undefined, subject: string): T | undefined {
  const [kept, setKept] = useState({ value, subject });
  const current = value ?? (kept.subject === subject ? kept.value : undefined);
  if (kept.subject !== subject || kept.value !== current) setKept({ value: current, subject });
  return current;
}

/**
 * The result of a query, kept while the next one loads. The same object until something in it, or `latest`, changes.
 *
 * @param subject what the result is about; a new subject starts without data
 * @param latest what the query was made with, for callers that show the error next to the result
 */
export function useFetched<T, Input = undefined>(
  { data, isFetching, error, refetch }: Query<T>,
  subject: string,
  latest = undefined as Input,
): Fetched<T, Input> {
  const kept = useLastDefined(data, subject);
  const [known, setKnown] = useState({ data, input: latest });
  if (data !== undefined && known.data !== data) setKnown({ data, input: latest });
  const input = kept === data ? latest : known.input;
  return useMemo(
    () => ({
      data: kept,
      outdated: kept === data ? null : error ? 'failed' : 'loading',
      input,
      isFetching,
      error,
      refetch,
    }),
    [kept, data, input, isFetching, error, refetch],
  );
}

/** Without the data of an earlier query after the new one has failed. */
export const dropStaleOnError = <T, Input>(fetched: Fetched<T, Input>): Fetched<T, Input> =>
  fetched.outdated === 'failed' ? { ...fetched, data: undefined, outdated: null } : fetched;

/**
 * A page of rows, with what a `PagedList` takes of it; the rows stay until the next answer arrives.
 *
 * @param subject what the rows are of: when it changes, the rows before are dropped
 * @param failed the error message when the server gives none
 */
export function usePaged<P extends Page<unknown>>(query: Query<P>, subject: string, failed: string) {
  const { data: page, outdated, isFetching, error, refetch } = useFetched(query, subject);
  // That there was nothing says nothing about the next page.
  const data = outdated && page?.data.length === 0 ? undefined : page;
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
