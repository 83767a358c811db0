import { useState } from 'react';
import { MESSAGES } from '../../../src/contract/messages.ts';
import type { AnySale } from '../../../src/contract/sale.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { MomentText } from '../../ui/moment-text.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from './admin-failure.ts';
import { submitter } from './duplicate-words.ts';
import { entryName, RESTORE_FAILED } from './entry-words.ts';
import { useDuplicateActs } from './use-duplicate-acts.ts';
import { useEntryActs } from './use-entry-acts.ts';

interface DuplicateDeleteDialogProps {
  sale: AnySale;
  open: boolean;
  onClose: () => void;
}

/** The second act before the latest entry of a group is deleted. */
export function DuplicateDeleteDialog({ sale, open, onClose }: DuplicateDeleteDialogProps) {
  const acts = useDuplicateActs();
  const { restore } = useEntryActs();
  const [failure, setFailure] = useState<string | null>(null);

  async function bringBack() {
    try {
      await restore(sale);
    } catch (error) {
      showToast(adminFailure(error, RESTORE_FAILED), { tone: 'alert' });
    }
  }

  async function confirm() {
    setFailure(null);
    try {
      await acts.delete(sale);
      onClose();
      showToast(`${entryName(sale)}, is deleted.`, {
        tone: 'success',
        durationMs: 10_000,
        action: { label: 'Restore', onAct: bringBack },
      });
    } catch (error) {
      setFailure(adminFailure(error, MESSAGES.duplicateDeleteFailed));
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${entryName(sale)}?`}
      confirmLabel="Delete"
      danger
      error={failure}
      onConfirm={confirm}
    >
      <p>
        It is the latest entry, submitted by {submitter(sale)}, <MomentText iso={sale.date_submitted} />. It
        can be restored from the sale's history.
      </p>
    </ConfirmDialog>
  );
}
