import { useId, useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import type { Decision } from '../../../../src/contract/sale.ts';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/states.tsx';
import type { ReviewDesk } from '../state/use-decisions.ts';
import { useReviewing } from '../state/use-open-sale.ts';
import { useSaleKeys } from '../state/use-sale-keys.ts';
import { DecisionBar } from './decision-bar.tsx';
import { EditBar } from './edit-bar.tsx';
import { SaleReview } from './sale-details.tsx';

interface SalePaneProps {
  sale: ReviewSale;
  desk: ReviewDesk;
  onDecided: (sale: ReviewSale, status: Decision) => void;
}

const PANE = 'flex min-h-[calc(100dvh-6rem)] flex-col rounded-lg border border-line bg-surface';

/** The sale beside the queue, with what can be done about it always in sight. */
export function SalePane({ sale, desk, onDecided }: SalePaneProps) {
  const review = useReviewing(sale, desk, onDecided);
  const formId = useId();
  const [saving, setSaving] = useState(false);
  useSaleKeys(review, 0);
  return (
    <article aria-label={`Sale ${sale.sale_id}`} className={PANE}>
      <div aria-hidden className="ruler rounded-t-lg" />
      <div
        className={cx(
          'flex-1 px-5 pt-4 pb-6',
          desk.desk.settled.has(sale.sale_id) && 'rounded-b-lg bg-sunken/60',
        )}
      >
        <SaleReview review={review} formId={formId} onSaving={setSaving} />
      </div>
      <div className="sticky bottom-0 z-10 rounded-b-lg border-t border-line bg-surface px-5 py-3">
        {review.mode === 'edit' ? (
          <EditBar formId={formId} saving={saving} onCancel={() => review.setMode('look')} />
        ) : (
          <DecisionBar review={review} />
        )}
      </div>
    </article>
  );
}

/** The sale's place while it is on its way. */
export function SkeletonPane() {
  return (
    <div className={PANE}>
      <div aria-hidden className="ruler" />
      <div className="space-y-6 px-5 pt-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-14 rounded-full!" />
          <Skeleton className="h-7 w-48" />
          <Skeleton className="ml-auto h-7 w-40" />
        </div>
        <Skeleton className="h-5 w-72" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </div>
  );
}
