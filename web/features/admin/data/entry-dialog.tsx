import { useId, useState } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import EditForm from '../../../sales/draft/edit-form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { entryName, useEntryActions } from './use-entry-actions.ts';

interface EntryDialogProps {
  sale: AnySale;
  open: boolean;
  onClose: () => void;
}

/** All fields of a sale in a form; closes once they are saved. */
export function EntryDialog({ sale, open, onClose }: EntryDialogProps) {
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const { edit } = useEntryActions();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title={`Edit ${entryName(sale)}`}
      description="Changes take effect at once, whatever the status, and appear in the sale's history."
      pending={saving}
      footer={<FormButtons form={formId} label="Save changes" pending={saving} onCancel={onClose} />}
    >
      <EditForm
        id={formId}
        sale={sale}
        asAdmin
        pendingStatus
        onSave={async (version, changes) => {
          await edit(version, changes);
          showToast(`${entryName(sale)}, is saved.`, { tone: 'success' });
        }}
        failureText={(error) => refusalText(error, MESSAGES.dataSaveFailed)}
        onSaving={setSaving}
        onDone={onClose}
      />
    </Dialog>
  );
}
