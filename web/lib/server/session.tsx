import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Role } from '../../../src/contract/accounts/roles.ts';
import { withLeave } from '../leave-question.ts';
import { isSignedOutError } from './errors.ts';
import { takePageData } from './page-data.ts';
import { mayPass } from './query-client.ts';
import { keepRecovering } from './recovery.ts';
import {
  type SessionEnd,
  type SessionUser,
  type StoredSession,
  sessionStore,
  UNKNOWN_ID,
} from './session-store.ts';
import { trpc } from './trpc.ts';

/** Until `daysLeft` is 0, the role can be used without it. */
export interface MissingFactor {
  daysLeft: number;
  /** The role that can be used with it. */
  role: Role;
}

export interface Session {
  /** `restoring`: a stored session is being checked; its user may be shown but has no access yet. */
  status: 'restoring' | 'out' | 'in';
  /** The signed-in account, or the one being restored. Fits `can(user, action)`. */
  user: SessionUser | null;
  /** The second factor that the account's role requires and the account lacks. */
  missingFactor: MissingFactor | null;
  /** Why the session of this tab has ended, unless its user logged out here. */
  end: SessionEnd | null;
  signIn: (session: StoredSession) => void;
  /** Ends the session here and on the server, and returns to the start page. Asks first if that loses input. */
  logout: () => void;
}

/** The pauses before the check of a stored session is repeated. */
const REPEATS_MS = [1_000, 2_000, 4_000];

const untilOnline = () =>
  new Promise<unknown>((resolve) => {
    if (navigator.onLine) resolve(null);
    else addEventListener('online', resolve, { once: true });
  });

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  return session;
}

/**
 * Checks a stored session, at startup or from another tab (docs/product.md "States"): the server knows the account of
 * its token. True until that is done.
 */
function useRestoring(stored: StoredSession | null): boolean {
  const { client } = trpc.useUtils();
  const restoring = stored?.user.user_id === UNKNOWN_ID;
  const token = restoring ? stored.token : null;

  useEffect(() => {
    if (token === null) return;
    const leaving = new AbortController();
    const unchanged = () => !leaving.signal.aborted && sessionStore.get()?.token === token;
    async function profile([pause, ...pauses] = REPEATS_MS) {
      try {
        return await client.auth.profile.query({}, { signal: leaving.signal });
      } catch (error) {
        if (pause === undefined || !mayPass(error) || leaving.signal.aborted) throw error;
        await untilOnline();
        await new Promise((resolve) => setTimeout(resolve, pause));
        return profile(pauses);
      }
    }
    profile()
      .then(({ user }) => {
        if (unchanged()) sessionStore.set({ token, user });
      })
      .catch((error: unknown) => {
        // A 401 or 403 has already signed out in `sessionLink`. Any other failure signs out too, but stays on the
        // page. A browser that leaves the page ends the call as well: then the task below does not run any more.
        if (!isSignedOutError(error)) setTimeout(() => unchanged() && sessionStore.drop());
      });
    return () => leaving.abort();
  }, [client, token]);

  return restoring;
}

/**
 * Clears the query cache when the account changes, so that no data of one account is shown to another. What came with the
 * document is anyone's.
 */
function useForgetOnChange(username: string | null) {
  const queries = useQueryClient();
  const shownTo = useRef(username);
  useEffect(() => {
    if (shownTo.current === username) return;
    shownTo.current = username;
    void queries.resetQueries();
    takePageData(queries);
  }, [username, queries]);
}

/** The second factor that staff has to set up. Like the server, the client then treats staff as users. */
function useMissingFactor(stored: StoredSession | null, restoring: boolean): MissingFactor | null {
  const enabled = stored !== null && !restoring && stored.user.role !== 'user';
  const { data } = trpc.twoFactor.status.useQuery({}, { enabled });
  const required = enabled ? data?.required : null;
  return useMemo(
    () => (required && stored ? { daysLeft: required.daysLeft, role: stored.user.role } : null),
    [required, stored],
  );
}

/** Provides the session of this tab, in sync with other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const stored = sessionStore.use();
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  useEffect(() => keepRecovering(queries, () => client.legal.notice.query({})), [queries, client]);
  const restoring = useRestoring(stored);
  const missingFactor = useMissingFactor(stored, restoring);
  useForgetOnChange(stored?.user.username ?? null);

  const logout = useCallback(
    () =>
      withLeave(() => {
        const token = sessionStore.get()?.token;
        sessionStore.leave();
        navigate('/');
        // The token is removed here in any case; if this call is lost, the session expires on the server.
        if (token) client.auth.logout.mutate({}, { context: { token } }).catch(() => undefined);
      }),
    [client],
  );

  const session = useMemo<Session>(
    () => ({
      status: stored === null ? 'out' : restoring ? 'restoring' : 'in',
      user: stored && (missingFactor?.daysLeft === 0 ? { ...stored.user, role: 'user' } : stored.user),
      missingFactor,
      end: stored ? null : sessionStore.endedBy(),
      signIn: sessionStore.set,
      logout,
    }),
    [stored, restoring, missingFactor, logout],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
