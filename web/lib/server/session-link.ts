import type { TRPCLink } from '@trpc/client';
import { observable, tap } from '@trpc/server/observable';
import { navigate } from 'wouter/use-browser-location';
import { PATHS } from '../../../src/contract/shared/paths.ts';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { inState } from '../history-state.ts';
import { withNext } from '../next-path.ts';
import { errorData, isSignedOutError } from './errors.ts';
import {
  ACCOUNT_DELETED,
  ROLE_CHANGED,
  SESSION_ENDED,
  type SessionEnd,
  sessionStore,
} from './session-store.ts';

/** Calls that establish an identity: their 401 means a wrong password, not an expired session (docs/api.md "Auth"). */
const SIGN_IN_CALLS = new Set(['auth.login', 'auth.register', 'auth.verify2fa', 'passkeys.signIn']);

/** Screens of signed-out users. The reset of a password ends the session of the browser that shows its outcome. */
const SIGNED_OUT_SCREENS = new Set<string>([
  PATHS.login,
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.confirmAddress,
]);

/** Clears the session of a refused token and goes to the sign-in screen, which returns here afterwards. */
function expireSession(refused: unknown, why: SessionEnd): void {
  const state = why === SESSION_ENDED && inState(history.state, 'deletionTried') ? ACCOUNT_DELETED : why;
  // First, because unsaved input keeps a signed-in user on the page.
  if (!sessionStore.end(refused, state)) return;
  // Several calls may fail in a row: only the first keeps the page to return to.
  if (!SIGNED_OUT_SCREENS.has(location.pathname))
    navigate(withNext(PATHS.login, `${location.pathname}${location.search}`), { state });
}

/**
 * Adds the token to the call's context, and signs out on 401 and 403. A response to a call of an earlier session
 * changes nothing.
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
              if (isSignedOutError(error) && !SIGN_IN_CALLS.has(op.path))
                expireSession(token, errorData(error)?.httpStatus === 403 ? ROLE_CHANGED : SESSION_ENDED);
            },
          }),
        )
        .subscribe(observer);
    });
