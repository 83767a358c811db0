import { useEffect, useRef } from 'react';
import { errorText } from '../../../lib/errors.ts';
import { useSession } from '../../../lib/session.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { OpenSale, useSale } from '../sale/open-sale.tsx';
import { SalePane, SkeletonPane } from '../sale/sale-pane.tsx';
import { UndoButton } from '../sale/undo-button.tsx';
import { isOpen } from '../state/review-queue.ts';
import type { ReviewDesk } from '../state/use-decisions.ts';
import type { DeskMoves } from '../state/use-queue-navigation.ts';
import type { ReviewNavigation } from '../state/use-review-address.ts';
import { QueueRow, SkeletonRow } from './queue-row.tsx';

export interface ReviewViewProps {
  navigation: ReviewNavigation;
  desk: ReviewDesk;
  moves: DeskMoves;
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];

/** The queue left, the sale right; where there is no room for both, the sale comes over the queue. */
export function Workbench({ desk, moves }: ReviewViewProps) {
  const { user } = useSession();
  const { rows, settled } = desk.desk;
  const { beside, current } = moves;
  return (
    <div className="items-start gap-5 lg:grid lg:grid-cols-[21rem_minmax(0,1fr)]">
      <ul
        aria-label="Queue"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto"
      >
        {desk.loaded
          ? rows.map((sale) => (
              <QueueRow
                key={sale.sale_id}
                sale={sale}
                settled={settled.has(sale.sale_id)}
                current={beside && sale.sale_id === current}
                selected={isOpen(sale) ? desk.selection.has(sale.sale_id) : null}
                reader={user?.username}
                onOpen={moves.open}
                onSelect={desk.selection.toggle}
                onFocus={moves.setFocused}
              />
            ))
          : PLACES.map((place) => <SkeletonRow key={place} />)}
      </ul>
      {beside ? (
        <Beside desk={desk} moves={moves} />
      ) : (
        <>
          <OpenSale desk={desk} moves={moves} full />
          <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex justify-center *:pointer-events-auto *:shadow-high">
            <UndoButton desk={desk} onUndo={moves.undo} worded />
          </div>
        </>
      )}
    </div>
  );
}

/** The sale beside the queue. */
function Beside({ desk, moves }: Pick<ReviewViewProps, 'desk' | 'moves'>) {
  const { openId } = moves;
  const { sale, error, fetching, refetch } = useSale(desk, openId);
  const pane = useRef<HTMLDivElement>(null);

  // The next sale is read from its top, wherever the one before was left.
  useEffect(() => {
    const at = pane.current;
    if (openId !== null && at && at.getBoundingClientRect().top < 0) at.scrollIntoView({ block: 'start' });
  }, [openId]);

  return (
    <div ref={pane} className="min-w-0 scroll-mt-16">
      {sale ? (
        <SalePane sale={sale} desk={desk} onDecided={moves.decided} />
      ) : error ? (
        <ErrorState
          message={errorText(error, 'Failed to load the sale')}
          onRetry={refetch}
          retrying={fetching}
        />
      ) : desk.loaded && openId === null ? (
        <EmptyState title="No sale is open" />
      ) : (
        <SkeletonPane />
      )}
    </div>
  );
}
