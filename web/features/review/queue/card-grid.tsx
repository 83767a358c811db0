import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { SaleCard } from '../../../sales/sale-card.tsx';
import { submitterOf } from '../../../sales/sale-labels.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { summarise } from '../../../sales/sale-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { Skeletons } from '../../../ui/states/states.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { FlagMarks } from '../sale/flags.tsx';
import { OpenSaleDialog } from '../sale/open-sale.tsx';
import { FloatingUndoButton, OutcomeBadge, RowOutcome } from '../sale/outcome.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { isOpen, isReported } from '../state/review-queue.ts';

export function CardGrid() {
  const { queue } = useReviewQueue();
  const isNarrow = useMedia('belowMd');
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4">
        {queue.page ? (
          queue.rows.map((sale) => <ReviewCard key={sale.sale_id} sale={sale} />)
        ) : (
          <Skeletons count={8} className="h-60 rounded-lg!" />
        )}
      </div>
      <OpenSaleDialog />
      {isNarrow && <FloatingUndoButton />}
    </>
  );
}

function ReviewCard({ sale }: { sale: ReviewSale }) {
  const { queue, dispatch, open } = useReviewQueue();
  const focused = queue.focusedId === sale.sale_id;
  const summary = summarise(sale);
  const { sale_id: id } = sale;
  const settled = queue.settled.has(id);
  const waits = isOpen(sale) && !settled;
  const action = waits || isReported(sale) ? 'Review' : 'View';
  return (
    <div
      data-sale={id}
      className={cx(
        'lazy-card [contain-intrinsic-size:auto_20rem] flex [&>article]:flex-1',
        settled && '[&_img]:opacity-50 [&_img]:grayscale',
        focused && '[&>article]:outline-2 [&>article]:-outline-offset-2 [&>article]:outline-accent',
      )}
    >
      <SaleCard
        summary={summary}
        of={`sale ${id}`}
        badge={<OutcomeBadge sale={sale} />}
        muted={settled}
        flagsProof={waits && sale.flags.some(({ flag }) => flag === 'no_proof')}
      >
        <div className="min-h-5 text-xs">
          {waits ? <FlagMarks sale={sale} /> : <RowOutcome sale={sale} />}
        </div>
        <div className="flex items-center justify-between gap-x-4 border-t border-line pt-3">
          <div className="flex min-w-0 items-center gap-2.5">
            {waits && (
              <Checkbox
                hideLabel
                label={<SentenceOn name={summary.name}>{`Select ${saleReference(sale)}`}</SentenceOn>}
                checked={queue.selected.has(id)}
                onCheckedChange={() => dispatch({ type: 'saleToggled', id })}
              />
            )}
            <p className="min-w-0 text-xs text-ink-faint">
              <span className="tabular-nums">#{id}</span> by{' '}
              <span translate="no" className="font-medium text-ink-soft">
                {submitterOf(sale)}
              </span>
              , <DateText iso={sale.date_submitted} />
            </p>
          </div>
          <Button
            data-open
            aria-current={focused || undefined}
            onClick={() => open(id)}
            onFocus={() => dispatch({ type: 'focused', id })}
            aria-label={`${action} ${saleReference(sale)}`}
            variant={action === 'Review' ? 'primary' : 'secondary'}
          >
            {action}
          </Button>
        </div>
      </SaleCard>
    </div>
  );
}
