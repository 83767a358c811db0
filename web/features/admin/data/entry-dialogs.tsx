import { type ReactNode, useId, useState } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { saleReference } from '../../../../src/contract/sale/sale-reference.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { EditButtons } from '../../../sales/draft/edit-buttons.tsx';
import EditForm from '../../../sales/draft/edit-form.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { useEntryActions } from './use-entry-actions.ts';

export function EntryDialog({ sale, open, onClose }: DialogState & { sale: AnySale }) {
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const { edit } = useEntryActions();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title={`Edit ${saleReference(sale)}`}
      named={saleName(sale)}
      description="Changes take effect at once, whatever the status, and appear in the sale's history."
      pending={saving}
      footer={<EditButtons form={formId} saleId={sale.sale_id} pending={saving} onCancel={onClose} />}
    >
      <EditForm
        id={formId}
        sale={sale}
        asAdmin
        pendingStatus
        onSave={async (version, changes) => {
          await edit(version, changes);
          showToast(`${saleReference(sale)}, is saved.`, { tone: 'success' });
        }}
        failureText={(error) => refusalText(error, MESSAGES.dataSaveFailed)}
        onSaving={setSaving}
        onDone={onClose}
      />
    </Dialog>
  );
}

interface DeleteEntryDialogProps extends DialogState {
  sale: AnySale;
  onDelete: (sale: AnySale) => Promise<unknown>;
  /** The consequences. The dialog adds that the deletion can be undone. */
  children: ReactNode;
}

export function DeleteEntryDialog({ sale, onDelete, children, ...dialog }: DeleteEntryDialogProps) {
  const { restore } = useEntryActions();

  async function remove() {
    await onDelete(sale);
    // The deletion has made a new version, which no answer names.
    showToast(`Deleted ${saleReference(sale)}.`, {
      tone: 'success',
      durationMs: 10_000,
      action: { label: 'Restore', onClick: () => restore(sale, { id: sale.sale_id }) },
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${saleReference(sale)}?`}
      named={saleName(sale)}
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      failureText={(error) => refusalText(error, MESSAGES.entryDeleteFailed)}
    >
      <p>{children} It can be restored from the sale's history.</p>
    </ConfirmDialog>
  );
}
