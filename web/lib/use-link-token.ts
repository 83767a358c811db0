import { useEffect } from 'react';
import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';
import { type HistoryState, inState } from './history-state.ts';

/**
 * The token of the mailed link that opened the page, or null. It is removed from the URL at once, so that neither the
 * address bar nor the history shows it, and is kept in the history state for a reload.
 *
 * @param path the page
 */
export function useLinkToken(path: string): string | null {
  const linked = new URLSearchParams(useSearch()).get('token') || null;
  const state: unknown = useHistoryState();

  useEffect(() => {
    if (linked)
      navigate(path, { replace: true, state: { linkToken: linked } satisfies Partial<HistoryState> });
  }, [linked, path]);

  return linked ?? inState(state, 'linkToken') ?? null;
}
