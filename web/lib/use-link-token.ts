import { useEffect } from 'react';
import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';

const isKept = (state: unknown): state is { linkToken: string } =>
  typeof state === 'object' && state !== null && 'linkToken' in state && typeof state.linkToken === 'string';

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
    if (linked) navigate(path, { replace: true, state: { linkToken: linked } });
  }, [linked, path]);

  return linked ?? (isKept(state) ? state.linkToken : null);
}
