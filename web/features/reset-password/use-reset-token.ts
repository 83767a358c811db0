import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { PATHS } from '../../app/paths.ts';

const isKept = (state: unknown): state is { resetToken: string } =>
  typeof state === 'object' &&
  state !== null &&
  'resetToken' in state &&
  typeof state.resetToken === 'string';

/**
 * The token of the link one came by, or null. It leaves the address at once, so that neither the address bar nor
 * the list of visited pages shows it, and stays with the tab's entry for a reload.
 */
export function useResetToken(): string | null {
  const linked = new URLSearchParams(useSearch()).get('token') || null;
  const state: unknown = useHistoryState();

  useEffect(() => {
    if (linked) navigate(PATHS.resetPassword, { replace: true, state: { resetToken: linked } });
  }, [linked]);

  return linked ?? (isKept(state) ? state.resetToken : null);
}
