import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { getPasskey, OrDivider, PasskeyButton, supportsPasskeys } from '../../two-factor/passkey-button.tsx';
import { focusWhenShown } from '../../ui/hooks/focus-when-shown.ts';

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
        label="Sign in with a passkey"
        className="w-full"
        fallback="Failed to sign in with a passkey"
        run={async () => {
          const options = await client.passkeys.signInOptions.mutate({});
          return client.passkeys.signIn.mutate({ credential: await getPasskey(options) });
        }}
        onDone={signIn}
      />
    </>
  );
}
