import { useId, useState } from 'react';
import type { AnySale } from '../../../../src/contract/sale.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryForm } from './entry-form.tsx';
import { entryName } from './entry-labels.ts';

interface EntryDialogProps {
  sale: AnySale;
  open: boolean;
  onClose: () => void;
}

/** All of a sale in a form; it closes when it is saved. */
export function EntryDialog({ sale, open, onClose }: EntryDialogProps) {
  const formId = useId();
  const [saving, setSaving] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title={`Edit ${entryName(sale)}`}
      description="What you change holds at once, whatever the status; it stands in the sale's history."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={saving}>
            Save changes
          </Button>
        </>
      }
    >
      <EntryForm id={formId} sale={sale} onSaving={setSaving} onSaved={onClose} />
    </Dialog>
  );
}
