import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { PATHS } from '../../lib/paths.ts';

const isKept = (state: unknown): state is { resetToken: string } =>
  typeof state === 'object' &&
  state !== null &&
  'resetToken' in state &&
  typeof state.resetToken === 'string';

/**
 * The token of the link that opened the page, or null. It is removed from the URL at once, so that neither the
 * address bar nor the history shows it, and is kept in the history state for a reload.
 */
export function useResetToken(): string | null {
  const linked = new URLSearchParams(useSearch()).get('token') || null;
  const state: unknown = useHistoryState();

  useEffect(() => {
    if (linked) navigate(PATHS.resetPassword, { replace: true, state: { resetToken: linked } });
  }, [linked]);

  return linked ?? (isKept(state) ? state.resetToken : null);
}
