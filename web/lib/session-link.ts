import type { TRPCLink } from '@trpc/client';
import { observable, tap } from '@trpc/server/observable';
import { navigate } from 'wouter/use-browser-location';
import type { AppRouter } from '../../src/trpc/router.ts';
import { isSignedOutError } from './errors.ts';
import { withNext } from './next-path.ts';
import { sessionStore } from './session-store.ts';

/** Calls that say who one is: their 401 means a wrong password, not a dead session (docs/api.md). */
const SIGN_IN_CALLS = new Set(['auth.login', 'auth.register', 'auth.verify2fa']);

/** Forgets the session and goes to the sign-in screen, which leads back here. */
export function expireSession(): void {
  // Several calls may fail one after another: the first knows where one was.
  if (location.pathname !== '/login') navigate(withNext('/login', `${location.pathname}${location.search}`));
  sessionStore.set(null);
}

/**
 * Puts the token into the call's context, and signs out on 401 and 403. An answer to a call that another session
 * made, one that has meanwhile ended, changes nothing.
 */
export const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const token = op.context.token ?? sessionStore.get()?.token ?? null;
      return next({ ...op, context: { ...op.context, token } })
        .pipe(
          tap({
            error(error) {
              const stillOurs = token === (sessionStore.get()?.token ?? null);
              if (isSignedOutError(error) && stillOurs && !SIGN_IN_CALLS.has(op.path)) expireSession();
            },
          }),
        )
        .subscribe(observer);
    });
