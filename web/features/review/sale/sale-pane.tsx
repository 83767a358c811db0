import { useEffect, useRef } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QueryError } from '../../../ui/states/query-error.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { useOpenSale, useOpenSaleShortcuts, useSale } from '../state/use-open-sale.ts';
import { DecisionBar } from './decision-bar.tsx';
import { SaleDetails } from './sale-details.tsx';

/** The open sale next to the queue. */
export function OpenSalePane() {
  const { queue, openId } = useReviewQueue();
  const { sale, query } = useSale(openId);
  const pane = useRef<HTMLDivElement>(null);

  // A newly opened sale shows from its top, wherever the previous one was scrolled to.
  useEffect(() => {
    const at = pane.current;
    if (openId !== null && at && at.getBoundingClientRect().top < 0) at.scrollIntoView({ block: 'start' });
  }, [openId]);

  return (
    <div ref={pane} className="min-w-0 scroll-mt-16">
      {sale ? (
        <SalePane sale={sale} />
      ) : query.error ? (
        <QueryError query={query} message="Failed to load the sale" />
      ) : queue.page && openId === null ? (
        <EmptyState title="No sale is open" />
      ) : (
        <SkeletonPane />
      )}
    </div>
  );
}

const PANE = 'framed flex min-h-[calc(100dvh-6rem)] flex-col overflow-clip';

function SalePane({ sale }: { sale: ReviewSale }) {
  const { queue } = useReviewQueue();
  const openSale = useOpenSale(sale);
  useOpenSaleShortcuts(openSale, 0);
  return (
    <article aria-label={`Sale ${sale.sale_id}`} className={PANE}>
      <div className={cx('flex-1 px-5 pt-4 pb-6', queue.settled.has(sale.sale_id) && 'bg-sunken/60')}>
        <SaleDetails openSale={openSale} />
      </div>
      <div className="sticky bottom-0 z-10 border-t border-line bg-surface px-5 py-3">
        <DecisionBar openSale={openSale} />
      </div>
    </article>
  );
}

function SkeletonPane() {
  return (
    <div className={PANE}>
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
