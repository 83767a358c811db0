import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { fieldErrorsOf } from '../lib/forms.ts';
import { errorText } from '../lib/server/errors.ts';
import { sessionStore } from '../lib/server/session-store.ts';
import { trpc } from '../lib/server/trpc.ts';
import { useOnce } from '../lib/server/use-once.ts';
import { AccountName, PasswordField } from '../ui/fields/password-field.tsx';
import { FormAlert } from '../ui/form-messages.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import type { DialogState } from '../ui/overlays/use-dialog.ts';
import { QueryPlaceholder } from '../ui/states/states.tsx';
import { CodeField, type CodeKind, CodeKindSwitch, isComplete } from './code-field.tsx';
import { getPasskey, OrDivider, PasskeyButton, supportsPasskeys } from './passkey-button.tsx';

const FAILED = 'Failed to confirm your identity';
const FIELDS = ['password', 'token'] as const;

interface ConfirmIdentityProps extends DialogState {
  username: string;
  /** What the user has already typed. */
  password: string;
  onConfirm: () => void;
}

/**
 * Asks for the proofs of a sign-in again, in front of the screen whose change needs them (docs/product.md "States").
 * The change continues afterwards.
 */
export default function ConfirmIdentity(props: ConfirmIdentityProps) {
  const { username, password: typed, open, onClose, onConfirm } = props;
  const { client } = trpc.useUtils();
  const status = trpc.twoFactor.status.useQuery({}, { staleTime: 0 });
  const hasApp = status.data?.is2FAEnabled ?? false;
  const passkeys = status.data?.passkeys ?? 0;
  const needsCode = status.data && (hasApp || passkeys > 0);
  const [password, setPassword] = useState(typed);
  const [chosen, setKind] = useState<CodeKind>('code');
  const kind = hasApp ? chosen : 'recovery';
  const [code, setCode] = useState('');
  const tried = useRef(false);
  const passwordField = useRef<HTMLInputElement>(null);

  const ready = password !== '' && (needsCode === false || (needsCode === true && isComplete(kind, code)));

  function confirmed({ token }: { token: string }) {
    const held = sessionStore.get();
    if (held?.user.username === username) sessionStore.set({ ...held, token });
    onConfirm();
  }

  const confirmation = useMutation({
    mutationFn: () => client.auth.confirm.mutate({ password }, { context: needsCode ? { code } : {} }),
    gcTime: 0,
    onSuccess: confirmed,
    onError: () => setCode(''),
  });
  const { error, isPending } = confirmation;
  const confirmOnce = useOnce(confirmation);

  const loaded = status.data !== undefined;
  useEffect(() => {
    if (loaded) passwordField.current?.focus();
  }, [loaded]);

  // The password that was typed for the call is enough for an account without a second factor.
  useEffect(() => {
    if (tried.current || typed === '' || needsCode !== false) return;
    tried.current = true;
    void confirmOnce();
  });

  const fields = Object.fromEntries(fieldErrorsOf(error, FIELDS) ?? []);
  const failure = error !== null && Object.keys(fields).length === 0;
  return (
    <FormDialog
      open={open}
      front
      initialFocus={passwordField}
      onClose={onClose}
      width="sm"
      title="Confirm that it is you"
      description="This change affects the security of an account or of the site. Your action continues afterwards."
      submitLabel="Confirm"
      disabled={!ready}
      pending={isPending}
      onSubmit={() => confirmOnce()}
    >
      {status.data ? (
        <>
          <AccountName username={username} />
          {passkeys > 0 && supportsPasskeys() && (
            <>
              <PasskeyButton
                label="Use a passkey"
                className="w-full"
                fallback={FAILED}
                run={async () => {
                  const options = await client.passkeys.confirmOptions.mutate({});
                  return client.passkeys.confirm.mutate({ credential: await getPasskey(options) });
                }}
                onDone={confirmed}
              />
              <OrDivider />
            </>
          )}
          <PasswordField
            ref={passwordField}
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={fields.password ?? null}
          />
          {needsCode && (
            <>
              <CodeField kind={kind} value={code} onValueChange={setCode} error={fields.token ?? null} />
              {hasApp && (
                <CodeKindSwitch
                  kind={kind}
                  onChange={(next) => {
                    setKind(next);
                    setCode('');
                  }}
                />
              )}
            </>
          )}
          {failure && <FormAlert>{errorText(error, FAILED, MESSAGES.networkFailed)}</FormAlert>}
        </>
      ) : (
        <QueryPlaceholder query={status} message={MESSAGES.twoFactorStatusFailed} className="h-20" />
      )}
    </FormDialog>
  );
}
