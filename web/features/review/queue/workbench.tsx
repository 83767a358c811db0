import { cx } from '../../../ui/cx.ts';
import { Skeletons } from '../../../ui/states/states.tsx';
import { OpenSaleDialog, OpenSalePane } from '../sale/open-sale.tsx';
import { UndoLastButton } from '../sale/outcome.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { QueueRow } from './queue-row.tsx';

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
          <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex justify-center *:pointer-events-auto *:shadow-high">
            <UndoLastButton withLabel />
          </div>
        </>
      )}
    </div>
  );
}
