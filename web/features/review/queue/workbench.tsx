import { Sparkles } from 'lucide-react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { NORMAL_FORM } from '../../../../src/contract/sale/forms.ts';
import { serverNow } from '../../../lib/clock.ts';
import { submitterOf } from '../../../sales/sale-labels.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { summarise, type Traits } from '../../../sales/sale-summary.ts';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { Skeletons } from '../../../ui/states/states.tsx';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { FlagMarks } from '../sale/flags.tsx';
import { OpenSaleDialog, OpenSalePane } from '../sale/open-sale.tsx';
import { FloatingUndoButton, RowOutcome } from '../sale/outcome.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { ageLabel } from '../state/review-labels.ts';
import { isOpen } from '../state/review-queue.ts';

/** The queue on the left and the open sale on the right; on small screens the sale covers the queue. */
export function Workbench() {
  const { queue, isSplit } = useReviewQueue();
  return (
    <div className="items-start gap-5 lg:grid lg:grid-cols-[21rem_minmax(0,1fr)]">
      <ul
        aria-label="Queue"
        className={cx(
          'divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto',
          // While the edit of a sale keeps the layout of a screen that was wider.
          isSplit && 'max-lg:hidden',
        )}
      >
        {queue.page ? (
          queue.rows.map((sale) => <QueueRow key={sale.sale_id} sale={sale} />)
        ) : (
          <li className="space-y-6 p-3">
            <Skeletons count={8} className="h-10" />
          </li>
        )}
      </ul>
      {isSplit ? (
        <OpenSalePane />
      ) : (
        <>
          <OpenSaleDialog full />
          <FloatingUndoButton />
        </>
      )}
    </div>
  );
}

/** What sets a pokemon apart from others of its name. */
function Variant({ traits: { form, shiny } }: { traits: Traits }) {
  return (
    <>
      {shiny && (
        <span className="shrink-0 text-pending" title="Shiny">
          <Sparkles aria-hidden className="size-3.5" />
          <span className="sr-only">Shiny</span>
        </span>
      )}
      {form !== NORMAL_FORM && (
        <span translate="no" className="shrink-0">
          {form}
        </span>
      )}
    </>
  );
}

/** A submission in the queue. A decided one is greyed and keeps its place. */
function QueueRow({ sale }: { sale: ReviewSale }) {
  const { queue, dispatch, open, enter, isSplit, openId } = useReviewQueue();
  const summary = summarise(sale);
  const { sale_id: id } = sale;
  const settled = queue.settled.has(id);
  const current = isSplit && id === openId;
  return (
    <li
      data-sale={id}
      className={cx(
        'flex border-l-3 pl-2 transition-colors',
        current ? 'border-l-accent bg-accent-soft' : 'border-l-transparent hover:bg-sunken/60',
        settled && !current && 'bg-sunken/60',
      )}
    >
      {queue.scope !== 'reported' && (
        <Checkbox
          hideLabel
          label={<SentenceOn name={summary.name}>{`Select ${saleReference(sale)}`}</SentenceOn>}
          checked={isOpen(sale) && queue.selected.has(id)}
          disabled={!isOpen(sale)}
          onCheckedChange={() => dispatch({ type: 'saleToggled', id })}
          className="self-center pr-1"
        />
      )}
      <button
        type="button"
        data-open
        aria-current={current || undefined}
        // A mouse leaves the focus on the row; the keyboard goes on to the sale behind the other rows.
        onClick={({ detail }) => (detail === 0 ? enter(id) : open(id))}
        onFocus={() => dispatch({ type: 'focused', id })}
        className="grid min-w-0 flex-1 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-sm py-2 pr-3 pl-2.5 text-left -outline-offset-2!"
      >
        <span className={cx('row-span-2 self-center', settled && 'opacity-50 grayscale')}>
          <Sprite sources={summary.sprites} name={summary.name} type={summary.type} size={32} />
        </span>
        <span
          className={cx('truncate text-base font-medium', settled && 'text-ink-soft')}
          title={summary.name}
          translate="no"
        >
          {summary.name}
        </span>
        <span className={cx('text-right text-sm', settled && 'text-ink-faint')}>
          <PriceText price={sale.price} />
        </span>
        {settled || !isOpen(sale) ? (
          <span className="col-span-2 flex min-h-5 min-w-0 text-xs">
            <RowOutcome sale={sale} />
          </span>
        ) : (
          <span className="col-span-2 flex min-w-0 flex-wrap justify-between gap-x-3 gap-y-0.5">
            <span className="flex h-5 min-w-0 max-w-full items-center gap-1.5 text-xs text-ink-faint">
              {summary.traits && <Variant traits={summary.traits} />}
              <span className="flex min-w-0 whitespace-pre">
                <span className="truncate">
                  <span className="tabular-nums">#{id}</span> <span translate="no">{submitterOf(sale)}</span>
                </span>
                {` · ${ageLabel(sale.date_submitted, serverNow().getTime())}`}
              </span>
            </span>
            <FlagMarks sale={sale} compact />
          </span>
        )}
      </button>
    </li>
  );
}
