import type { RefObject } from 'react';
import type { Follow } from '../../src/contract/follows/follows.ts';
import { trpc } from '../lib/server/trpc.ts';
import { unlessGone, writeErrorText } from '../lib/server/write-outcome.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import type { DialogState } from '../ui/overlays/use-dialog.ts';

interface StopFollowingProps extends DialogState {
  follow: Follow;
  /** Runs when the follow is deleted. */
  onStopped?: () => void;
  /** Takes the focus afterwards. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** Asks before a follow is deleted, and deletes it. */
export function StopFollowing({
  follow: { follow_id: id, label },
  onStopped,
  ...dialog
}: StopFollowingProps) {
  const { client, follows } = trpc.useUtils();

  async function remove() {
    await unlessGone(client.follows.remove.mutate({ id }));
    showToast('You no longer follow this search.', { tone: 'success' });
    void follows.invalidate();
    onStopped?.();
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Stop following this search?"
      confirmLabel="Stop following"
      danger
      onConfirm={remove}
      failureText={(error) => writeErrorText(error, 'Failed to delete')}
    >
      <p className="wrap-anywhere">
        You will no longer be notified of new sales of{' '}
        <b translate="no" className="font-medium text-ink">
          {label}
        </b>
        , and its list of matches is deleted. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
