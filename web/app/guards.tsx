import { lazy, type ReactNode, Suspense } from 'react';
import { Redirect } from 'wouter';
import { type Action, can } from '../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { withNext } from '../lib/next-path.ts';
import { PATHS } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.tsx';
import { Loading } from '../ui/page/loading.tsx';
import { ErrorState } from '../ui/states.tsx';

const AccessDenied = lazy(() => import('./access-denied.tsx'));
const FactorRequired = lazy(() => import('./factor-required.tsx'));

export interface GuardProps {
  action: Action;
  /** Shown to a user without the role. */
  deniedMessage?: string;
  /** Shown while the session is restored, at first: after 200 ms, Loading covers the page. */
  opening: ReactNode;
  children: ReactNode;
}

/**
 * Shows a screen only to users who may perform its action. It waits while the session is restored or the
 * site cannot be reached, sends signed-out visitors to the sign-in screen and back, and shows other users an error (docs/product.md "Screens").
 */
export function Guard({ action, deniedMessage = MESSAGES.accessDenied, opening, children }: GuardProps) {
  const { status, user, missingFactor, checkAgain } = useSession();
  if (status === 'restoring')
    return (
      <>
        {opening}
        <div className="appear-late fixed inset-0 z-50 bg-paper">
          <Loading fullScreen />
        </div>
      </>
    );
  if (status === 'unreachable')
    return (
      <>
        <h1 className="sr-only">Not reached</h1>
        <ErrorState message="This page opens when the site can be reached." onRetry={checkAgain} />
      </>
    );
  if (status === 'out') {
    // Reads `location`, because the router returns a decoded path that may not survive the round trip.
    return <Redirect to={withNext(PATHS.login, `${location.pathname}${location.search}`)} replace />;
  }
  if (can(user, action)) return children;
  const needsFactor = user && missingFactor && can({ ...user, role: missingFactor.role }, action);
  return (
    <Suspense fallback={<Loading />}>
      {needsFactor ? <FactorRequired /> : <AccessDenied message={deniedMessage} />}
    </Suspense>
  );
}
