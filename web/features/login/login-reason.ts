import { inState } from '../../lib/history-state.ts';
import { PATHS } from '../../lib/paths.ts';

/** What a sign-in is for, by the path that asked for it. */
const REASONS: Readonly<Partial<Record<string, string>>> = {
  [PATHS.submit]: 'submit a sale',
  [PATHS.account]: 'see your account',
  [PATHS.inbox]: 'read your inbox',
  [PATHS.following]: 'see what you follow',
  [PATHS.review]: 'review submissions',
  [PATHS.admin]: 'open the admin panel',
};

/**
 * Why a visitor is asked to sign in: `Log in to follow Garchomp.` Null when the page is open to everyone.
 *
 * @param next where the sign-in leads
 * @param state the history's, in which a follow button names its search
 */
export function loginReason(next: string | null, state: unknown): string | null {
  if (next === null) return null;
  const { pathname, searchParams, hash } = new URL(next, 'http://localhost');
  if (hash.startsWith('#follow')) return `Log in to follow ${inState(state, 'follows') ?? 'this search'}.`;
  if (searchParams.get('report') === 'true') return 'Log in to report this sale.';
  const purpose = REASONS[pathname];
  return purpose ? `Log in to ${purpose}.` : null;
}
