import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { EditButtons } from '../../../sales/draft/edit-buttons.tsx';
import EditForm from '../../../sales/draft/edit-form.tsx';
import { saleReference } from '../../../sales/sale-reference.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { useEntryActions } from './use-entry-actions.ts';

/** A sale as it is when the component is mounted: its row may be from some time before. The row, until that is loaded. */
function useCurrent(row: AnySale): AnySale {
  const { reviews } = trpc.useUtils();
  const [sale, setSale] = useState(row);
  const load = useEffectEvent(() => reviews.detail.fetch({ id: row.sale_id }, { staleTime: 0 }));
  useEffect(() => {
    load().then(
      (detail) => setSale(detail.sale),
      // Saving says that the row is outdated, if it is.
      () => undefined,
    );
  }, []);
  return sale;
}

export function EntryDialog({ sale: row, open, onClose }: DialogState & { sale: AnySale }) {
  const sale = useCurrent(row);
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
        // What was typed before the current version was loaded is kept as unsent input.
        key={sale.version}
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

interface DeleteEntryDialogProps
  extends DialogState,
    Pick<ComponentProps<typeof ConfirmDialog>, 'focusAfter'> {
  sale: AnySale;
  onDelete: (sale: AnySale) => Promise<unknown>;
  /** The consequences. The dialog adds that the deletion can be undone. */
  children: ReactNode;
}

export function DeleteEntryDialog({ sale, onDelete, children, ...dialog }: DeleteEntryDialogProps) {
  const { restore } = useEntryActions();

  async function remove() {
    await onDelete(sale);
    showToast(`Deleted ${saleReference(sale)}.`, {
      tone: 'success',
      durationMs: 10_000,
      action: { label: 'Restore', onClick: () => restore({ ...sale, version: sale.version + 1 }) },
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
