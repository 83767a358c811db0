import type { ReviewSale } from '../../../../src/contract/review.ts';
import { SaleCard } from '../../../sales/sale-card.tsx';
import { summarise } from '../../../sales/sale-summary.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/sale-text.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { FlagMarks } from '../sale/flag-marks.tsx';
import { Outcome } from '../sale/outcome.tsx';
import { isOpen } from '../state/review-queue.ts';

interface ReviewCardProps {
  sale: ReviewSale;
  settled: boolean;
  /** Null when it cannot be chosen. */
  selected: boolean | null;
  reader: string | undefined;
  onOpen: (saleId: number) => void;
  onSelect: (saleId: number) => void;
  onFocus: (saleId: number) => void;
}

/** A submission in the grid, and the way into it. */
export function ReviewCard({ sale, settled, selected, reader, onOpen, onSelect, onFocus }: ReviewCardProps) {
  const summary = summarise(sale);
  const { sale_id: id } = sale;
  const open = isOpen(sale);
  const act = open ? 'Review' : 'View';
  return (
    <div
      data-sale={id}
      className={cx('flex [&>article]:flex-1', settled && '[&_img]:opacity-50 [&_img]:grayscale')}
    >
      <SaleCard
        summary={summary}
        of={`sale ${id}`}
        badge={<StatusBadge status={sale.status} />}
        muted={settled}
      >
        <div className="min-h-5 text-xs">
          {open ? <FlagMarks sale={sale} /> : <Outcome sale={sale} reader={reader} />}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
          <div className="flex min-w-0 items-center gap-2.5">
            {selected !== null && (
              <Checkbox
                label={
                  <span className="sr-only">
                    Select {summary.name}, sale {id}
                  </span>
                }
                checked={selected}
                onCheckedChange={() => onSelect(id)}
              />
            )}
            <p className="min-w-0 text-xs text-ink-faint">
              <span className="tabular-nums">#{id}</span> by{' '}
              <span className="font-medium text-ink-soft">{sale.submitted_by_username ?? 'unknown'}</span>,{' '}
              <DateText iso={sale.date_submitted} />
            </p>
          </div>
          <Button
            data-open
            onClick={() => onOpen(id)}
            onFocus={() => onFocus(id)}
            aria-label={`${act} ${summary.name}, sale ${id}`}
            variant={open ? 'primary' : 'secondary'}
          >
            {act}
          </Button>
        </div>
      </SaleCard>
    </div>
  );
}

/** A card's place while the first answer is on its way. */
export function SkeletonCard() {
  return (
    <div className="space-y-4 rounded-lg border border-line bg-surface px-4 py-5">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="h-5 w-32" />
      </div>
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}
