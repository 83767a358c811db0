import { type ComponentProps, useId, useState } from 'react';
import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { ListedProof } from '../../../sales/sale-parts.tsx';
import { Radio } from '../../../ui/fields/checkbox.tsx';
import { MomentText } from '../../../ui/moment-text.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { useEntryActions } from '../data/use-entry-actions.ts';
import { submitter } from './duplicate-card.tsx';

interface DuplicateMergeDialogProps extends DialogState {
  group: DuplicateGroup;
}

/** Chooses the entry of a group to keep. The others are deleted, and their proofs are added to its history. */
export function DuplicateMergeDialog({ group: { sales }, ...dialog }: DuplicateMergeDialogProps) {
  const { mergeDuplicates } = useEntryActions();
  const [kept, setKept] = useState(() => sales.find(({ status }) => status === 'approved') ?? sales[0]);
  const name = useId();
  if (!kept) return null;
  const keep = kept.sale_id;
  const others = sales.map(({ sale_id }) => sale_id).filter((id) => id !== keep);
  const entries = counted(others.length, 'entry', 'entries');

  async function merge() {
    await mergeDuplicates({ keep, remove: others });
    showToast(`Sale #${keep} is kept, ${entries} deleted.`, { tone: 'success' });
  }

  return (
    <ConfirmDialog
      {...dialog}
      width="md"
      title={`Merge ${counted(sales.length, 'entry', 'entries')} of ${saleName(kept)}`}
      description="One entry is kept, and the proofs of the others are added to its history. A deleted entry can be restored from its history."
      confirmLabel={`Keep #${keep}, delete ${entries}`}
      danger
      onConfirm={merge}
      failureText={(error) => refusalText(error, 'Failed to merge the entries. Please try again.')}
    >
      <fieldset className="text-ink">
        <legend className="mb-2 text-sm font-medium">Which entry to keep?</legend>
        <div className="divide-y divide-line rounded-md border border-line">
          {sales.map((sale) => (
            <Choice
              key={sale.sale_id}
              name={name}
              sale={sale}
              checked={sale.sale_id === keep}
              onChoose={() => setKept(sale)}
            />
          ))}
        </div>
      </fieldset>
    </ConfirmDialog>
  );
}

interface ChoiceProps extends Pick<ComponentProps<typeof Radio>, 'name' | 'checked' | 'onChoose'> {
  sale: AnySale;
}

function Choice({ sale, ...choice }: ChoiceProps) {
  const { sale_id, status, date_submitted, proof_url } = sale;
  return (
    <div className="flex flex-wrap items-center gap-x-4 px-3 py-1.5 text-sm">
      <Radio {...choice} className="min-w-0 flex-1 flex-wrap text-sm!">
        <span className="font-medium tabular-nums">#{sale_id}</span>
        <StatusBadge status={status} />
        <span className="text-ink-soft">
          {submitter(sale)}, <MomentText iso={date_submitted} />
        </span>
      </Radio>
      <ListedProof url={proof_url} saleId={sale_id} withHost />
    </div>
  );
}
