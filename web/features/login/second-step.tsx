import { useState } from 'react';
import { CODE_PATTERN, type Factors } from '../../../src/contract/accounts/two-factor.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorData, errorText } from '../../lib/server/errors.ts';
import { useSession } from '../../lib/server/session.tsx';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import { CodeKindSwitch } from '../../two-factor/code-field.tsx';
import { type Block, CodeForm } from '../../two-factor/code-form.tsx';
import { getPasskey, OrDivider, PasskeyButton, supportsPasskeys } from '../../two-factor/passkey-button.tsx';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/hooks/focus.ts';

interface SecondStepProps {
  username: string;
  pendingToken: string;
  factors: Factors;
  blocked: Block | null;
  onAnswer: (answer: Answers['auth']['verify2fa'], byRecoveryCode: boolean) => void;
  /** Back to the first step; with a message when the user did not choose it. */
  onBack: (reason: string | null) => void;
}

/**
 * The second step of signing in: a code, sent with the token from the first step, or a passkey. An account without an
 * app is asked for its passkey first, because each recovery code works only once.
 */
export function SecondStep({ username, pendingToken, factors, blocked, onAnswer, onBack }: SecondStepProps) {
  const { client } = trpc.useUtils();
  const [byCode, setByCode] = useState(factors.app || factors.passkeys === 0 || !supportsPasskeys());
  const back = <Button onClick={() => onBack(null)}>Back</Button>;
  const reason = (
    <p className="-mt-3 mb-5 text-base text-ink-soft">
      Two-factor authentication is on for <span className="font-medium text-ink">{username}</span>.
    </p>
  );
  if (!byCode)
    return (
      <>
        {reason}
        <div className="space-y-4">
          <PasskeySignIn isFirst />
          <div className="flex items-center justify-between gap-3">
            <CodeKindSwitch kind="code" onChange={() => setByCode(true)} />
            {back}
          </div>
        </div>
      </>
    );
  return (
    <>
      {reason}
      <CodeForm
        recovery
        hasApp={factors.app}
        takesFocus
        blocked={blocked}
        submitLabel="Verify"
        fallback={MESSAGES.twoFactorVerifyFailed}
        submit={async (code) => {
          const answer = await client.auth.verify2fa.mutate({}, { context: { pendingToken, code } });
          return { answer, byRecoveryCode: !CODE_PATTERN.test(code) };
        }}
        onDone={({ answer, byRecoveryCode }) => onAnswer(answer, byRecoveryCode)}
        onFailed={(error) => {
          if (errorData(error)?.reason === 'PENDING_ENDED') onBack(errorText(error, MESSAGES.loginFailed));
        }}
        back={back}
      />
      {factors.passkeys > 0 && (
        <div className="mt-4 space-y-4">
          <PasskeySignIn />
        </div>
      )}
    </>
  );
}

interface PasskeySignInProps {
  /** It comes before the other way, and takes the focus. */
  isFirst?: boolean;
}

/** Signing in with a passkey, which replaces the password and the code. */
export function PasskeySignIn({ isFirst = false }: PasskeySignInProps) {
  const { signIn } = useSession();
  const { client } = trpc.useUtils();
  if (!supportsPasskeys()) return null;
  return (
    <>
      {!isFirst && <OrDivider />}
      <PasskeyButton
        ref={isFirst ? focusWhenShown : undefined}
        variant={isFirst ? 'primary' : 'secondary'}
        label="Log in with a passkey"
        className="w-full"
        fallback="Failed to log in with a passkey"
        run={async () => {
          const options = await client.passkeys.signInOptions.mutate({});
          return client.passkeys.signIn.mutate({ credential: await getPasskey(options) });
        }}
        onDone={signIn}
      />
    </>
  );
}
