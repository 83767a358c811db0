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
  /** One session, or all but the current one. */
  sessions: SessionView[];
  open: boolean;
  onClose: () => void;
}

/** Confirms the end of sessions and names their devices. */
export function EndSessionsDialog({ sessions, open, onClose }: EndSessionsDialogProps) {
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string | null>(null);
  const only = sessions.length === 1 ? sessions[0] : undefined;

  async function confirm() {
    setFailure(null);
    try {
      if (only) {
        await utils.client.sessions.end.mutate({ id: only.id });
        showToast(`The session of ${only.device} has ended.`, { tone: 'success' });
      } else {
        const { ended } = await utils.client.sessions.endOthers.mutate({});
        showToast(`${counted(ended, 'session has', 'sessions have')} ended.`, { tone: 'success' });
      }
      onClose();
    } catch (error) {
      // Already ended elsewhere.
      if (errorData(error)?.httpStatus === 404) onClose();
      else setFailure(errorText(error, FAILED));
    } finally {
      await utils.sessions.list.invalidate();
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={only ? `End the session of ${only.device}?` : `End ${sessions.length} other sessions?`}
      confirmLabel={only ? 'End session' : `End ${sessions.length} sessions`}
      danger
      error={failure}
      onConfirm={confirm}
    >
      <ul className="mb-3 space-y-1">
        {sessions.map(({ id, device, address, lastSeen }) => (
          <li key={id}>
            <span className="font-medium text-ink">{device}</span>, {address ?? 'address unknown'}, last seen{' '}
            <MomentText iso={lastSeen} />
          </li>
        ))}
      </ul>
      {only ? 'Its device is' : 'Their devices are'} signed out at once. This cannot be undone, but signing in
      again is possible.
    </ConfirmDialog>
  );
}
