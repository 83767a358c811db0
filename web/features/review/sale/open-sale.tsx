import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { errorData, errorText } from '../../../lib/server/errors.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog, Sheet } from '../../../ui/overlays/dialog.tsx';
import { RESULTS } from '../../../ui/page/results-skip-link.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState, Skeletons } from '../../../ui/states/states.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { useOpenSale, useOpenSaleShortcuts, useSale } from '../state/use-open-sale.ts';
import { useQueueNavigation } from '../state/use-queue-navigation.ts';
import { DecisionBar } from './decision-bar.tsx';
import { LastDecision } from './outcome.tsx';
import { PageDecided } from './page-decided.tsx';
import { SaleDetails } from './sale-details.tsx';

/**
 * The open sale in front of the queue; it stays visible while it closes.
 *
 * @param full covers the whole of a phone, for going through the queue
 */
export function OpenSaleDialog({ full = false }: { full?: boolean }) {
  const { openId, open } = useReviewQueue();
  const { sale, query } = useSale(openId);
  const shown = useLastDefined(sale, 'sale');
  if (openId !== null && !sale && query.error)
    return (
      <Dialog open inAddress onClose={() => open(null)} width="lg" title={`Sale #${openId}`}>
        <LoadError query={query} />
      </Dialog>
    );
  return shown && <SaleDialog sale={shown} open={sale !== undefined} full={full} />;
}

/** In place of a sale that could not be loaded; one that does not exist is not requested again. */
function LoadError({ query }: { query: ReturnType<typeof useSale>['query'] }) {
  const message = errorText(query.error, MESSAGES.saleLoadFailed);
  const isMissing = errorData(query.error)?.httpStatus === 404;
  return (
    <ErrorState
      message={message}
      onRetry={isMissing ? undefined : query.refetch}
      retrying={query.isFetching}
    />
  );
}

/** A sale that was opened by its address has no button that had the focus before. */
const focusAfter = (id: number) =>
  document.querySelector<HTMLElement>(`[data-sale="${id}"] [data-open]`) ??
  document.getElementById(RESULTS.id);

function SaleDialog({ sale, open, full }: { sale: ReviewSale; open: boolean; full: boolean }) {
  const { open: openSaleById } = useReviewQueue();
  const openSale = useOpenSale(sale);
  const content = useRef<HTMLDivElement>(null);
  const { sale_id: id } = sale;
  useOpenSaleShortcuts(open ? openSale : null, 1);

  // Another sale in the same dialog is shown and read out from its top.
  useOnChange(id, () => {
    const heading = content.current?.querySelector<HTMLElement>('[data-sale-heading]');
    heading?.focus();
    heading?.scrollIntoView({ block: 'nearest' });
  });

  const isEditing = openSale.mode === 'edit';
  const onClose = () => openSaleById(null);
  const Surface = full ? Sheet : Dialog;
  return (
    <Surface
      open={open}
      inAddress
      onClose={onClose}
      finalFocus={() => focusAfter(id)}
      pending={openSale.editForm.saving}
      width="lg"
      full={full}
      title={isEditing ? `Edit sale #${id}` : `Sale #${id}`}
      actions={!isEditing && <Position id={id} />}
      bar={!isEditing && <LastDecision openId={id} />}
      footer={<DecisionBar openSale={openSale} />}
    >
      <div ref={content}>
        <SaleDetails
          openSale={openSale}
          // Saving closes the dialog, except while going through the queue on a phone.
          onSaved={full ? undefined : onClose}
        />
      </div>
    </Surface>
  );
}

/** The place of the sale on the page, and buttons to its neighbours. */
function Position({ id }: { id: number }) {
  const { queue } = useReviewQueue();
  const { move } = useQueueNavigation();
  const at = queue.rows.findIndex((row) => row.sale_id === id);
  if (at < 0) return null;
  return (
    <div className="flex items-center gap-x-1.5 text-sm text-ink-faint tabular-nums">
      <span className="whitespace-nowrap">
        {at + 1} / {queue.rows.length}
      </span>
      <IconButton label="Previous sale" icon={ChevronLeft} disabled={at === 0} onClick={() => move(-1)} />
      <IconButton
        label="Next sale"
        icon={ChevronRight}
        disabled={at === queue.rows.length - 1}
        onClick={() => move(1)}
      />
    </div>
  );
}

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
    <div ref={pane} className="min-w-0">
      {sale ? (
        <SalePane sale={sale} />
      ) : query.error ? (
        <LoadError query={query} />
      ) : queue.page && openId === null ? (
        <EmptyState title="No sale is open" />
      ) : (
        <div className={cx(PANE, 'space-y-6 px-5 pt-4')}>
          <Skeletons count={4} className="h-24" />
        </div>
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
        <PageDecided />
        <DecisionBar openSale={openSale} />
      </div>
    </article>
  );
}
