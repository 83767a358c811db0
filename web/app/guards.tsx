import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { type Action, can } from '../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { withNext } from '../lib/next-path.ts';
import { useSession } from '../lib/session.tsx';
import { AccessDenied } from './access-denied.tsx';
import { Layout } from './layout.tsx';
import { Loading } from './loading.tsx';
import { PATHS } from './paths.ts';

interface GuardProps {
  action: Action;
  /** What one without the role reads. */
  deniedMessage?: string;
  children: ReactNode;
}

/**
 * Lets through who may do what a screen is for. While the session is being restored it waits; who is signed out
 * goes to the sign-in screen and comes back after; who lacks the role is told so (docs/product.md "Screens").
 */
export function Guard({ action, deniedMessage = MESSAGES.accessDenied, children }: GuardProps) {
  const { status, user } = useSession();
  if (status === 'restoring') return <Loading fullScreen />;
  if (status === 'out') {
    // As the browser has it: the router hands out its address decoded, which would not come back the same.
    return <Redirect to={withNext(PATHS.login, `${location.pathname}${location.search}`)} replace />;
  }
  if (can(user, action)) return children;
  return (
    <Layout>
      <AccessDenied message={deniedMessage} />
    </Layout>
  );
}
