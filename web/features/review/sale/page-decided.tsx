import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useReviewQueue } from '../state/queue-context.tsx';
import { Shortcut } from '../state/shortcuts.tsx';
import { useQueueNavigation } from '../state/use-queue-navigation.ts';

/** The way on from a page on which nothing waits: next to an open sale that stays, otherwise below the sales. */
export function PageDecided() {
  const { isSplit } = useReviewQueue();
  const { isPageDecided, isLast, loadNext } = useQueueNavigation();
  if (!isPageDecided) return null;
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2.5',
        isSplit
          ? 'mb-2.5 justify-between border-b border-line pb-2.5'
          : 'justify-center rounded-lg border border-line bg-surface px-4 py-5',
      )}
    >
      <p className="text-base font-medium">Everything on this page is decided.</p>
      <Button variant="primary" onClick={loadNext}>
        Load the next page
        {isLast && <Shortcut>j</Shortcut>}
      </Button>
    </div>
  );
}
