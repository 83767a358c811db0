import { ConfirmationHost } from './confirmation-host.tsx';
import { Live } from './live.tsx';

/** What only a signed-in user needs: live updates, and the dialog that confirms their identity. */
export default function SignedIn() {
  return (
    <>
      <Live />
      <ConfirmationHost />
    </>
  );
}
