import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { useOnce } from '../../../lib/server/use-once.ts';
import { ListedProof } from '../../../sales/sale-parts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/fields/radio.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { MomentText } from '../../../ui/moment-text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { useEntryActions } from '../data/use-entry-actions.ts';
import { keeper, submitter } from './duplicate-labels.ts';

const FAILED = 'Failed to merge the entries. Please try again.';

interface DuplicateMergeDialogProps {
  group: DuplicateGroup;
  open: boolean;
  onClose: () => void;
}

/** Chooses the entry of a group to keep. The others are deleted, and their proofs are added to its history. */
export function DuplicateMergeDialog({ group, open, onClose }: DuplicateMergeDialogProps) {
  const { sales } = group;
  const { mergeDuplicates } = useEntryActions();
  const [kept, setKept] = useState(() => keeper(group));
  const name = useId();
  const merge = useMutation({
    mutationFn: mergeDuplicates,
    onSuccess: (_, { keep, remove }) => {
      onClose();
      showToast(`Sale #${keep} is kept, ${counted(remove.length, 'entry', 'entries')} deleted.`, {
        tone: 'success',
      });
    },
  });
  const mergeOnce = useOnce(merge);
  if (!kept) return null;
  const keep = kept.sale_id;
  const others = sales.map(({ sale_id }) => sale_id).filter((id) => id !== keep);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      pending={merge.isPending}
      title={`Merge ${counted(sales.length, 'entry', 'entries')} of ${saleName(kept)}`}
      description="One entry is kept, and the proofs of the others are added to its history. A deleted entry can be restored from its history."
      footer={
        <>
          <Button disabled={merge.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => mergeOnce({ keep, remove: others })}>
            Keep #{keep}, delete {counted(others.length, 'entry', 'entries')}
          </Button>
        </>
      }
    >
      <fieldset>
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
      <div className="mt-3">
        <FormAlert>{merge.error && refusalText(merge.error, FAILED)}</FormAlert>
      </div>
    </Dialog>
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
