import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { nextPath, withNext } from '../../lib/next-path.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { SESSION_ENDED } from '../../lib/server/session-link.ts';
import type { Answers } from '../../lib/server/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { APP_ONLY, type Factors, nextStep } from './login-answer.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SecondStep } from './second-step.tsx';

interface Step {
  username: string;
  /** From a correct password that awaits its code; null in the first step. */
  pendingToken: string | null;
  factors: Factors;
  notice: string | null;
}

const FIRST: Step = { username: '', pendingToken: null, factors: APP_ONLY, notice: null };

/** Login (docs/product.md "Screens"): returns to the requested page, else to the start page. */
export default function LoginScreen() {
  usePageTitle('Login');
  const session = useSession();
  const next = nextPath(useSearch());
  const hasEnded = useHistoryState<unknown>() === SESSION_ENDED;
  const [{ username, pendingToken, factors, notice }, setStep] = useState<Step>({
    ...FIRST,
    notice: hasEnded ? 'Your session has ended. Please sign in again.' : null,
  });

  function goOn(answer: Answers['auth']['login'], name: string) {
    const step = nextStep(answer);
    if (step.to === 'session') session.signIn(step.session);
    if (step.to === 'code')
      setStep({ username: name, pendingToken: step.pendingToken, factors: step.factors, notice: null });
    if (step.to === 'nowhere') setStep({ ...FIRST, username: name, notice: step.error });
  }

  if (session.status === 'in') return <Redirect to={next ?? PATHS.market} replace />;
  return (
    <AuthCard
      title={pendingToken === null ? 'Login' : factors.app ? 'Enter your code' : 'Confirm it is you'}
      aside={
        pendingToken === null && (
          <>
            No account yet?{' '}
            <Link href={withNext(PATHS.register, next)} className="link touch-target">
              Register
            </Link>
          </>
        )
      }
    >
      {pendingToken === null ? (
        <div className="space-y-4">
          <CredentialsForm username={username} notice={notice} onAnswer={goOn} />
          <PasskeySignIn />
        </div>
      ) : (
        <SecondStep
          username={username}
          pendingToken={pendingToken}
          factors={factors}
          onBack={(reason) => setStep({ ...FIRST, username, notice: reason })}
        />
      )}
    </AuthCard>
  );
}
