import type { ReactNode } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { entryName, useEntryActions } from './use-entry-actions.ts';

interface DeleteEntryDialogProps {
  sale: AnySale;
  open: boolean;
  onClose: () => void;
  onDelete: (sale: AnySale) => Promise<unknown>;
  /** Its consequences; that it can be undone follows. */
  children: ReactNode;
}

export function DeleteEntryDialog({ sale, onDelete, children, ...dialog }: DeleteEntryDialogProps) {
  const { restore } = useEntryActions();

  async function remove() {
    await onDelete(sale);
    showToast(`Deleted ${entryName(sale)}.`, {
      tone: 'success',
      durationMs: 10_000,
      action: { label: 'Restore', onClick: () => restore(sale) },
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${entryName(sale)}?`}
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      failureText={(error) => refusalText(error, MESSAGES.duplicateDeleteFailed)}
    >
      <p>{children} It can be restored from the sale's history.</p>
    </ConfirmDialog>
  );
}
