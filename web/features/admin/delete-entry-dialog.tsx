import { useState } from 'react';
import { MESSAGES } from '../../../src/contract/messages.ts';
import type { AnySale } from '../../../src/contract/sale.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from './admin-failure.ts';
import { entryName } from './entry-words.ts';
import { useEntryActs } from './use-entry-acts.ts';

interface DeleteEntryDialogProps {
  sale: AnySale;
  open: boolean;
  onClose: () => void;
  onRestore: (sale: AnySale) => Promise<void>;
}

/** The second act before a sale is deleted. */
export function DeleteEntryDialog({ sale, open, onClose, onRestore }: DeleteEntryDialogProps) {
  const acts = useEntryActs();
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setFailure(null);
    try {
      await acts.delete(sale);
      onClose();
      showToast(`${entryName(sale)}, is deleted.`, {
        tone: 'success',
        durationMs: 10_000,
        action: { label: 'Restore', onAct: () => onRestore(sale) },
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
      <p>Nobody but admins sees it any more. It can be restored from the sale's history.</p>
    </ConfirmDialog>
  );
}
