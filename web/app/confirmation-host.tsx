import { useEffect } from 'react';
import { confirmation } from '../lib/server/confirmation.ts';
import { useSession } from '../lib/server/session.tsx';
import { lateDialog } from '../ui/overlays/late-dialog.tsx';

const ConfirmIdentity = lateDialog(() => import('../two-factor/confirm-identity.tsx'));

/** Where the request to confirm the user's identity appears; used once, while a user is signed in. */
export function ConfirmationHost() {
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
