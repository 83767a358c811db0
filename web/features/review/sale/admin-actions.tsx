import { ArchiveRestore, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { Button, type Icon } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { focusHeading } from '../state/queue-context.tsx';
import { reviewFailure } from '../state/review-labels.ts';
import { isReported } from '../state/review-queue.ts';
import { type AdminAction, useSaleActions } from '../state/use-sale-actions.ts';

interface ActionTexts {
  label: string;
  icon: Icon;
  title: (sale: string) => string;
  effect: string;
  failed: string;
}

const ACTIONS: Record<AdminAction, ActionTexts> = {
  return: {
    label: 'Return to review',
    icon: RotateCcw,
    title: (sale) => `Return ${sale} to review?`,
    effect: 'The sale is pending until it is decided again. The decision stays in its history.',
    failed: 'Failed to return the sale to review',
  },
  restore: {
    label: 'Restore',
    icon: ArchiveRestore,
    title: (sale) => `Restore ${sale}?`,
    effect: 'The sale gets its previous status back.',
    failed: MESSAGES.saleRestoreFailed,
  },
  delete: {
    label: 'Delete',
    icon: Trash2,
    title: (sale) => `Delete ${sale}?`,
    effect: "Only admins can still see the sale. It can be restored from the sale's history.",
    failed: 'Failed to delete the sale',
  },
};

const actionsFor = (sale: ReviewSale): AdminAction[] =>
  sale.deleted_at
    ? ['restore']
    : // The decision on its reports returns a reported sale.
      sale.status === 'pending' || isReported(sale)
      ? ['delete']
      : ['return', 'delete'];

/** Buttons for what an admin can do to the sale as it is. */
export const AdminActions = ({ sale, onAct }: { sale: ReviewSale; onAct: (action: AdminAction) => void }) =>
  actionsFor(sale).map((action) => (
    <Button
      key={action}
      variant={action === 'delete' ? 'danger' : 'secondary'}
      icon={ACTIONS[action].icon}
      onClick={() => onAct(action)}
    >
      {ACTIONS[action].label}
    </Button>
  ));

interface AdminActionDialogProps extends DialogState {
  sale: ReviewSale;
  action: AdminAction;
}

/** Confirms an action, with a reason where the history keeps one. */
export function AdminActionDialog({ sale, action, ...dialog }: AdminActionDialogProps) {
  const { administer } = useSaleActions();
  const [reason, setReason] = useState('');
  const { label, title, effect, failed } = ACTIONS[action];
  return (
    <ConfirmDialog
      {...dialog}
      title={title(saleReference(sale))}
      named={saleName(sale)}
      confirmLabel={label}
      danger={action === 'delete'}
      // The button of the action is replaced by others.
      onConfirm={() => administer(sale, action, reason).then(focusHeading)}
      failureText={(error) => reviewFailure(error, failed)}
    >
      <p>{effect}</p>
      {action !== 'delete' && (
        <TextArea
          label="Reason"
          hint="Optional; shown in the sale's history."
          maxLength={LIMITS.reviewNotes.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="mt-4"
        />
      )}
    </ConfirmDialog>
  );
}
