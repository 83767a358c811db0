import { ArchiveRestore, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { saleName } from '../../../sales/sale-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { reviewFailure } from '../state/review-labels.ts';
import type { Reviewing } from '../state/use-open-sale.ts';

type Act = 'return' | 'restore' | 'delete';

const ACTS: Record<Act, { label: string; title: (what: string) => string; effect: string; failed: string }> =
  {
    return: {
      label: 'Return to review',
      title: (what) => `Return ${what} to review?`,
      effect: 'It is pending again until somebody decides it. The decision stays in its history.',
      failed: 'Failed to return the sale to review',
    },
    restore: {
      label: 'Restore',
      title: (what) => `Restore ${what}?`,
      effect: 'It is back as it was, with the status it had.',
      failed: 'Failed to restore the sale',
    },
    delete: {
      label: 'Delete',
      title: (what) => `Delete ${what}?`,
      effect: "Nobody but admins sees it any more. It can be restored from the sale's history.",
      failed: 'Failed to delete the sale',
    },
  };

const ICONS = {
  return: <RotateCcw aria-hidden className="size-4" />,
  restore: <ArchiveRestore aria-hidden className="size-4" />,
  delete: <Trash2 aria-hidden className="size-4" />,
};

/** What an admin can do to this sale. */
const actsOn = (sale: ReviewSale): Act[] =>
  sale.deleted_at ? ['restore'] : sale.status === 'pending' ? ['delete'] : ['return', 'delete'];

/** An admin's acts on a sale, each confirmed in words. */
export function AdminActs({ review: { sale, desk } }: { review: Pick<Reviewing, 'sale' | 'desk'> }) {
  const [act, setAct] = useState<Act>('return');
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const { label, title, effect, failed } = ACTS[act];

  function ask(next: Act) {
    setAct(next);
    setReason('');
    setFailure(null);
    setOpen(true);
  }

  async function confirm() {
    setFailure(null);
    try {
      await desk.administer(sale, act, reason);
      setOpen(false);
    } catch (error) {
      setFailure(reviewFailure(error, failed));
    }
  }

  return (
    <>
      {actsOn(sale).map((possible) => (
        <Button
          key={possible}
          variant={possible === 'delete' ? 'danger' : 'secondary'}
          icon={ICONS[possible]}
          onClick={() => ask(possible)}
        >
          {ACTS[possible].label}
        </Button>
      ))}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={title(`sale #${sale.sale_id}, ${saleName(sale)}`)}
        confirmLabel={label}
        danger={act === 'delete'}
        error={failure}
        onConfirm={confirm}
      >
        <p>{effect}</p>
        {act !== 'delete' && (
          <TextArea
            label="Reason"
            hint="Optional; it stands in the history."
            maxLength={LIMITS.reviewNotes.max}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="mt-4"
          />
        )}
      </ConfirmDialog>
    </>
  );
}
