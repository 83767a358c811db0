import { useSession } from '../../../lib/session.tsx';
import { OpenSale } from '../sale/open-sale.tsx';
import { isOpen } from '../state/review-queue.ts';
import { ReviewCard, SkeletonCard } from './review-card.tsx';
import type { ReviewViewProps } from './workbench.tsx';

const PLACES = [1, 2, 3, 4, 5, 6];

/** The specified view: a grid of cards, and a window for the one that is opened. */
export function ReviewGrid({ desk, moves }: ReviewViewProps) {
  const { user } = useSession();
  const { rows, settled } = desk.desk;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {desk.loaded
          ? rows.map((sale) => (
              <ReviewCard
                key={sale.sale_id}
                sale={sale}
                settled={settled.has(sale.sale_id)}
                selected={isOpen(sale) ? desk.selection.has(sale.sale_id) : null}
                reader={user?.username}
                onOpen={moves.open}
                onSelect={desk.selection.toggle}
                onFocus={moves.setFocused}
              />
            ))
          : PLACES.map((place) => <SkeletonCard key={place} />)}
      </div>
      <OpenSale desk={desk} moves={moves} />
    </>
  );
}
