import { useState } from 'react';
import type { SessionView } from '../../../src/contract/accounts/sessions.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { errorData, errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { MomentText } from '../../ui/moment-text.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';

const FAILED = 'Failed to end the session';

interface EndSessionsDialogProps {
  /** One session, or all but the current one; null while the dialog is closed. */
  sessions: SessionView[] | null;
  onClose: () => void;
}

/** Confirms the end of sessions and names their devices. */
export function EndSessionsDialog({ sessions, onClose }: EndSessionsDialogProps) {
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string | null>(null);
  // Keeps the list during the closing animation.
  const [named, setNamed] = useState<SessionView[]>([]);
  if (sessions && sessions !== named) setNamed(sessions);
  const end = trpc.sessions.end.useMutation();
  const endOthers = trpc.sessions.endOthers.useMutation();

  function close() {
    setFailure(null);
    onClose();
  }

  async function confirm() {
    const [first] = named;
    try {
      if (named.length === 1 && first) {
        await end.mutateAsync({ id: first.id });
        showToast(`The session of ${first.device} has ended.`, { tone: 'success' });
      } else {
        const { ended } = await endOthers.mutateAsync({});
        showToast(`${counted(ended, 'session has', 'sessions have')} ended.`, {
          tone: 'success',
        });
      }
      close();
    } catch (error) {
      // Already ended elsewhere.
      if (errorData(error)?.httpStatus === 404) close();
      else setFailure(errorText(error, FAILED));
    } finally {
      await utils.sessions.list.invalidate();
    }
  }

  const one = named.length === 1 ? named[0] : undefined;
  return (
    <ConfirmDialog
      open={sessions !== null}
      onClose={close}
      title={one ? `End the session of ${one.device}?` : `End ${named.length} other sessions?`}
      confirmLabel={one ? 'End session' : `End ${named.length} sessions`}
      danger
      pending={end.isPending || endOthers.isPending}
      error={failure}
      onConfirm={confirm}
    >
      <ul className="mb-3 space-y-1">
        {named.map(({ id, device, address, lastSeen }) => (
          <li key={id}>
            <span className="font-medium text-ink">{device}</span>, {address ?? 'address unknown'}, last seen{' '}
            <MomentText iso={lastSeen} />
          </li>
        ))}
      </ul>
      {one ? 'Its device is' : 'Their devices are'} signed out at once. This cannot be undone, but signing in
      again is possible.
    </ConfirmDialog>
  );
}
