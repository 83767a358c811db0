import { useEffect } from 'react';
import { dismissAlerts } from '../ui/overlays/toast.tsx';
import { ConfirmationHost } from './confirmation-host.tsx';
import { Live } from './live.tsx';

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
