import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import { zLogin } from '../../../src/contract/accounts/account.ts';
import type { Factors } from '../../../src/contract/accounts/two-factor.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { formProps, registered, useSchemaForm } from '../../lib/forms.ts';
import { nextPath, withNext } from '../../lib/next-path.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { errorData, errorText } from '../../lib/server/errors.ts';
import { useSession } from '../../lib/server/session.tsx';
import { END_TEXTS, type StoredSession } from '../../lib/server/session-store.ts';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import { type Block, blockFor } from '../../two-factor/code-form.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';
import { AuthCard } from '../../ui/page/auth-card.tsx';
import { loginReason } from './login-reason.ts';
import { showRecoveryCodeNotice } from './recovery-code-notice.ts';
import { PasskeySignIn, SecondStep } from './second-step.tsx';

type NextStep =
  | { to: 'session'; session: StoredSession }
  | { to: 'code'; pendingToken: string; factors: Factors; blocked: Block | null }
  | { to: 'nowhere'; error: string };

/** Reads the response to a login, which may lack what the next step needs. */
export function nextStep(answer: Answers['auth']['login']): NextStep {
  if ('requires2FA' in answer)
    return answer.pendingToken
      ? {
          to: 'code',
          pendingToken: answer.pendingToken,
          factors: answer.factors ?? { app: true, passkeys: 0 },
          blocked: blockFor(answer.retryAfter),
        }
      : { to: 'nowhere', error: MESSAGES.noPendingTokenReceived };
  return answer.token && answer.user
    ? { to: 'session', session: answer }
    : { to: 'nowhere', error: MESSAGES.invalidServerResponse };
}

interface Step {
  username: string;
  /** From a correct password that awaits its second factor; null in the first step. */
  second: { pendingToken: string; factors: Factors; blocked: Block | null } | null;
  notice: string | null;
}

/** Login (docs/screens.md): returns to the requested page, else to the start page. */
export default function LoginScreen() {
  const session = useSession();
  const { client } = trpc.useUtils();
  const next = nextPath(useSearch());
  const state = useHistoryState<unknown>();
  const end = END_TEXTS.get(state) ?? null;
  const reason = end === null ? loginReason(next, state) : null;
  const [{ username, second, notice }, setStep] = useState<Step>({
    username: '',
    second: null,
    notice: end,
  });

  function takeStep(answer: Answers['auth']['login'], name: string) {
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
          blocked={second.blocked}
          onAnswer={(answer, byRecoveryCode) => {
            takeStep(answer, username);
            if (byRecoveryCode && answer.token) void showRecoveryCodeNotice(client);
          }}
          onBack={(reason) => setStep({ username, second: null, notice: reason })}
        />
      </AuthCard>
    );
  return (
    <AuthCard
      title={SCREEN_TITLES.login}
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
        {reason && <p className="-mt-3 text-base text-ink-soft wrap-anywhere">{reason}</p>}
        <CredentialsForm username={username} notice={notice} onAnswer={takeStep} />
        <PasskeySignIn />
      </div>
    </AuthCard>
  );
}

interface CredentialsFormProps {
  /** The user name entered before, after coming back from the second step. */
  username: string;
  /** Why the user is back, or what was wrong with the server's response. */
  notice: string | null;
  onAnswer: (answer: Answers['auth']['login'], username: string) => void;
}

/** The first step of signing in. Its errors are shown here. */
function CredentialsForm({ username, notice, onAnswer }: CredentialsFormProps) {
  const login = trpc.auth.login.useMutation({
    gcTime: 0,
    onSuccess: (answer, input) => onAnswer(answer, input.username),
  });
  const form = useSchemaForm(zLogin, { username, password: '' });

  const failure = login.error ? errorText(login.error, MESSAGES.loginFailed) : notice;
  // The server does not say which address is confirmed.
  const hint =
    errorData(login.error)?.httpStatus === 401 &&
    login.variables?.username.includes('@') &&
    'An email address works here once it is confirmed. Your username always works.';
  return (
    <form {...formProps(form, (input) => login.mutate(input))} className="space-y-4">
      <TextField
        {...registered(form, 'username')}
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField {...registered(form, 'password')} label="Password" autoComplete="current-password" />
        <Link
          href={PATHS.forgotPassword}
          className="link mt-1 inline-flex min-h-6 items-center text-sm touch:min-h-11"
        >
          Forgot your password?
        </Link>
      </div>
      <FormAlert>
        {!login.isPending && failure && (
          <>
            {failure}
            {hint && <span className="mt-1 block font-normal">{hint}</span>}
          </>
        )}
      </FormAlert>
      <Button type="submit" variant="primary" pending={login.isPending} className="w-full">
        Login
      </Button>
    </form>
  );
}
