import { navigate } from 'wouter/use-browser-location';
import { keepInState } from '../../lib/history-state.ts';
import { PATHS } from '../../lib/paths.ts';
import { errorText, isUnknownOutcome } from '../../lib/server/errors.ts';
import { sessionStore } from '../../lib/server/session-store.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { type DialogState, useDialog } from '../../ui/overlays/use-dialog.ts';

const UNKNOWN_OUTCOME = 'No response arrived. The account may already be deleted: reload the page to see.';

export function DeleteAccount({ username }: { username: string }) {
  const dialog = useDialog<true>();
  return (
    <>
      <Button variant="danger" onClick={() => dialog.show(true)}>
        Delete my account
      </Button>
      {dialog.render((_, props) => (
        <DeleteDialog {...props} username={username} />
      ))}
    </>
  );
}

function DeleteDialog({ username, ...dialog }: DialogState & { username: string }) {
  const { client } = trpc.useUtils();

  /** Fails after a lost response: when the session has ended with the account, the sign-in screen says so. */
  async function remove() {
    const token = sessionStore.get()?.token;
    keepInState('deletionTried', true);
    const { message } = await client.account.delete.mutate({ username }).catch(async (error: unknown) => {
      const isThere = () => client.auth.profile.query({}, { context: { token } });
      const isUnknown = isUnknownOutcome(error);
      if (isUnknown && !(await isThere().catch(() => null))) throw error;
      keepInState('deletionTried', undefined);
      throw isUnknown ? new Error('The account is still there.') : error;
    });
    keepInState('deletionTried', undefined);
    navigate(PATHS.market);
    sessionStore.leave();
    showToast(message, { tone: 'success' });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete the account ${username}?`}
      named={username}
      confirmLabel="Delete account"
      danger
      onConfirm={remove}
      nameToType={username}
      failureText={(error) => errorText(error, 'Failed to delete the account', UNKNOWN_OUTCOME)}
    >
      Your name, email address, sessions and security settings are erased, and you are logged out everywhere.
      Your sales stay, without your name. This cannot be undone.
    </ConfirmDialog>
  );
}
