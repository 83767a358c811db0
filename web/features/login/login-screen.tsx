import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { nextPath, withNext } from '../../lib/next-path.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import type { Answers } from '../../lib/server/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { nextStep } from './login-answer.ts';
import { SecondStep } from './second-step.tsx';

interface Step {
  username: string;
  /** From a correct password that awaits its code; null in the first step. */
  pendingToken: string | null;
  notice: string | null;
}

const FIRST: Step = { username: '', pendingToken: null, notice: null };

/** Login (docs/product.md "Screens"): returns to the requested page, else to the start page. */
export default function LoginScreen() {
  usePageTitle('Login');
  const session = useSession();
  const next = nextPath(useSearch());
  const [{ username, pendingToken, notice }, setStep] = useState(FIRST);

  function goOn(answer: Answers['auth']['login'], name: string) {
    const step = nextStep(answer);
    if (step.to === 'session') session.signIn(step.session);
    if (step.to === 'code') setStep({ username: name, pendingToken: step.pendingToken, notice: null });
    if (step.to === 'nowhere') setStep({ username: name, pendingToken: null, notice: step.error });
  }

  if (session.status === 'in') return <Redirect to={next ?? PATHS.market} replace />;
  return (
    <AuthCard
      title={pendingToken === null ? 'Login' : 'Enter your code'}
      aside={
        <>
          No account yet?{' '}
          <Link href={withNext(PATHS.register, next)} className="link">
            Register
          </Link>
        </>
      }
    >
      {pendingToken === null ? (
        <CredentialsForm username={username} notice={notice} onAnswer={goOn} />
      ) : (
        <SecondStep
          username={username}
          pendingToken={pendingToken}
          onBack={(reason) => setStep({ username, pendingToken: null, notice: reason })}
        />
      )}
    </AuthCard>
  );
}
