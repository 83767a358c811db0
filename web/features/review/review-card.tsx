import { SaleCard } from '../../sales/sale-card.tsx';
import { type AnySale, summarise } from '../../sales/sale-summary.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/sale-text.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** A submission in the grid, and the way into it. */
export function ReviewCard({ sale, onOpen }: { sale: AnySale; onOpen: () => void }) {
  const summary = summarise(sale);
  const act = sale.status === 'pending' ? 'Review' : 'View';
  return (
    <SaleCard summary={summary} of={`sale ${sale.sale_id}`} badge={<StatusBadge status={sale.status} />}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
        <p className="min-w-0 text-xs text-ink-faint">
          <span className="tabular-nums">#{sale.sale_id}</span> by{' '}
          <span className="font-medium text-ink-soft">{sale.submitted_by_username ?? 'unknown'}</span>,{' '}
          <DateText iso={sale.date_submitted} />
        </p>
        <Button
          onClick={onOpen}
          aria-label={`${act} ${summary.name}, sale ${sale.sale_id}`}
          variant={sale.status === 'pending' ? 'primary' : 'secondary'}
        >
          {act}
        </Button>
      </div>
    </SaleCard>
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
