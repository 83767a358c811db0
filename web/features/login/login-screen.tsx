import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { nextPath, withNext } from '../../lib/next-path.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { SESSION_ENDED } from '../../lib/server/session-link.ts';
import type { StoredSession } from '../../lib/server/session-store.ts';
import type { Answers } from '../../lib/server/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { type Factors, PasskeySignIn, SecondStep } from './second-step.tsx';

/** What follows the first step. */
type NextStep =
  | { to: 'session'; session: StoredSession }
  | { to: 'code'; pendingToken: string; factors: Factors }
  | { to: 'nowhere'; error: string };

/** Reads the response to a login, which may lack what the next step needs. */
export function nextStep(answer: Answers['auth']['login']): NextStep {
  if ('requires2FA' in answer)
    return answer.pendingToken
      ? {
          to: 'code',
          pendingToken: answer.pendingToken,
          factors: answer.factors ?? { app: true, passkeys: 0 },
        }
      : { to: 'nowhere', error: MESSAGES.noPendingTokenReceived };
  return answer.token && answer.user
    ? { to: 'session', session: answer }
    : { to: 'nowhere', error: MESSAGES.invalidServerResponse };
}

interface Step {
  username: string;
  /** From a correct password that awaits its second factor; null in the first step. */
  second: { pendingToken: string; factors: Factors } | null;
  notice: string | null;
}

/** Login (docs/product.md "Screens"): returns to the requested page, else to the start page. */
export default function LoginScreen() {
  usePageTitle('Login');
  const session = useSession();
  const next = nextPath(useSearch());
  const hasEnded = useHistoryState<unknown>() === SESSION_ENDED;
  const [{ username, second, notice }, setStep] = useState<Step>({
    username: '',
    second: null,
    notice: hasEnded ? 'Your session has ended. Please sign in again.' : null,
  });

  function goOn(answer: Answers['auth']['login'], name: string) {
    const step = nextStep(answer);
    if (step.to === 'session') session.signIn(step.session);
    if (step.to === 'code') setStep({ username: name, second: step, notice: null });
    if (step.to === 'nowhere') setStep({ username: name, second: null, notice: step.error });
  }

  if (session.status === 'in') return <Redirect to={next ?? PATHS.market} replace />;
  if (second)
    return (
      <AuthCard title={second.factors.app ? 'Enter your code' : 'Confirm it is you'} aside={null}>
        <SecondStep
          username={username}
          pendingToken={second.pendingToken}
          factors={second.factors}
          onBack={(reason) => setStep({ username, second: null, notice: reason })}
        />
      </AuthCard>
    );
  return (
    <AuthCard
      title="Login"
      aside={
        <>
          No account yet?{' '}
          <Link href={withNext(PATHS.register, next)} className="link touch-target">
            Register
          </Link>
        </>
      }
    >
      <div className="space-y-4">
        <CredentialsForm username={username} notice={notice} onAnswer={goOn} />
        <PasskeySignIn />
      </div>
    </AuthCard>
  );
}
