import { useEffect } from 'react';
import { confirmation } from '../lib/server/confirmation.ts';
import { useSession } from '../lib/server/session.tsx';
import { lateDialog } from '../ui/overlays/late-dialog.tsx';
import { dismissAlerts } from '../ui/overlays/toast.tsx';
import { Live } from './live.tsx';

const ConfirmIdentity = lateDialog(() => import('../two-factor/confirm-identity.tsx'));

/** What only a signed-in user needs: live updates, and the dialog that confirms their identity. */
export default function SignedIn() {
  // They say that nobody is signed in, or belong to somebody else.
  useEffect(dismissAlerts, []);
  return (
    <>
      <Live />
      <ConfirmationHost />
    </>
  );
}

function ConfirmationHost() {
  const request = confirmation.use();
  const { user } = useSession();
  useEffect(() => () => confirmation.get()?.answer(false), []);
  if (!request || !user) return null;
  const { password, answer } = request;
  return (
    <ConfirmIdentity
      open
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
      username={user.username}
      password={password}
    />
  );
}
