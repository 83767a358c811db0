import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import type { Decision } from '../../../../src/contract/sale.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog, Sheet } from '../../../ui/dialog.tsx';
import type { ReviewDesk } from '../state/use-decisions.ts';
import { useReviewing } from '../state/use-open-sale.ts';
import { useSaleKeys } from '../state/use-sale-keys.ts';
import { DecisionBar } from './decision-bar.tsx';
import { EditBar } from './edit-bar.tsx';
import { SaleReview } from './sale-details.tsx';
import { UndoButton } from './undo-button.tsx';

interface SaleDialogProps {
  sale: ReviewSale;
  desk: ReviewDesk;
  open: boolean;
  onClose: () => void;
  onDecided: (sale: ReviewSale, status: Decision) => void;
  onMove: (by: 1 | -1) => void;
  onUndo: () => void;
  /** Over the whole of a phone, for going through the queue. */
  full?: boolean;
}

/** One submission in front of the list, with the way to those before and after it. */
export function SaleDialog({ sale, desk, open, onClose, onDecided, onMove, onUndo, full }: SaleDialogProps) {
  const review = useReviewing(sale, desk, onDecided);
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const { sale_id: id } = sale;
  useSaleKeys(open ? review : null, 1);

  // Another sale in the same dialog is read from its top, by screen readers too.
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const heading = content.current?.querySelector<HTMLElement>('[data-sale-heading]');
    heading?.focus();
    heading?.scrollIntoView({ block: 'nearest' });
  }, [id]);

  const at = desk.desk.rows.findIndex((row) => row.sale_id === id);
  const editing = review.mode === 'edit';
  const Surface = full ? Sheet : Dialog;
  return (
    <Surface
      open={open}
      onClose={onClose}
      width="lg"
      full={full}
      title={editing ? `Edit sale #${id}` : `Sale #${id}`}
      actions={
        !editing &&
        at >= 0 && (
          <div className="flex items-center text-sm text-ink-faint tabular-nums">
            {full && <UndoButton desk={desk} onUndo={onUndo} />}
            <IconButton
              label="Previous sale"
              icon={<ChevronLeft aria-hidden className="size-5" />}
              disabled={at <= 0}
              onClick={() => onMove(-1)}
            />
            <span>
              {at + 1} / {desk.desk.rows.length}
            </span>
            <IconButton
              label="Next sale"
              icon={<ChevronRight aria-hidden className="size-5" />}
              disabled={at === desk.desk.rows.length - 1}
              onClick={() => onMove(1)}
            />
          </div>
        )
      }
      footer={
        editing ? (
          <EditBar formId={formId} saving={saving} onCancel={() => review.setMode('look')} />
        ) : (
          <DecisionBar review={review} />
        )
      }
    >
      <div ref={content}>
        <SaleReview
          review={review}
          formId={formId}
          onSaving={setSaving}
          // A window closes once its sale is saved (SPEC section 4); going through the queue goes on.
          onSaved={full ? undefined : onClose}
        />
        <p role="status" className="sr-only">
          {desk.announcement}
        </p>
      </div>
    </Surface>
  );
}
