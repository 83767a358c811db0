import { Check, Keyboard, X } from 'lucide-react';
import type { Decision } from '../../../src/contract/sale.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Freshness } from '../../ui/freshness.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { isOpen } from './desk.ts';
import type { ReviewAddress, ReviewView } from './review-address.ts';
import { UndoButton } from './undo-button.tsx';
import type { ReviewDesk } from './use-desk.ts';

const VIEWS: { value: ReviewView; label: string }[] = [
  { value: 'cards', label: 'Cards' },
  { value: 'workbench', label: 'Workbench' },
];

interface ReviewToolbarProps {
  address: ReviewAddress;
  desk: ReviewDesk;
  onView: (view: ReviewView) => void;
  onBulk: (status: Decision) => void;
  onUndo: () => void;
  onHelp: () => void;
}

/** How many there are, and how many of them still wait here. */
function Count({ address, desk }: Pick<ReviewToolbarProps, 'address' | 'desk'>) {
  const { loaded, stale, fetching } = desk;
  if (!loaded) return null;
  const { total } = loaded.pagination;
  const left = desk.desk.rows.filter(isOpen).length;
  const all = total === 1 ? '1 submission' : `${total.toLocaleString('en-US')} submissions`;
  return (
    <p role="status" className="text-base font-semibold tabular-nums">
      {address.tab === 'pending' ? `${left} left on this page` : all}
      <Freshness stale={stale} fetching={fetching && stale} />
    </p>
  );
}

function Arrived({ desk }: { desk: ReviewDesk }) {
  const count = desk.arrived.length;
  if (count === 0) return null;
  return (
    <Button variant="quiet" onClick={desk.showArrived} className="animate-rise px-2! text-accent!">
      {count === 1 ? '1 new submission' : `${count} new submissions`}
    </Button>
  );
}

/** What holds for the list as a whole; it stays in sight, and keeps its height whatever it says. */
export function ReviewToolbar({ address, desk, onView, onBulk, onUndo, onHelp }: ReviewToolbarProps) {
  const { selection } = desk;
  const chosen = selection.sales.length;
  const anyOpen = desk.desk.rows.some(isOpen);
  return (
    <div className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-transparent bg-paper px-4 py-2 md:-mx-2 md:px-2">
      <Checkbox
        label={<span className="text-sm text-ink-soft">Select all</span>}
        checked={selection.all}
        disabled={!anyOpen}
        onCheckedChange={selection.toggleAll}
      />
      {chosen > 0 ? (
        <div className="flex flex-wrap items-center gap-2 max-md:basis-full">
          <p role="status" className="sr-only">
            {chosen} selected
          </p>
          <Button
            variant="primary"
            icon={<Check aria-hidden className="size-4" />}
            onClick={() => onBulk('approved')}
            className="max-md:grow"
          >
            Approve {chosen}
          </Button>
          <Button
            variant="danger"
            icon={<X aria-hidden className="size-4" />}
            onClick={() => onBulk('rejected')}
            className="max-md:grow"
          >
            Reject {chosen}
          </Button>
          <Button variant="quiet" onClick={selection.clear} className="max-md:hidden">
            Clear
          </Button>
        </div>
      ) : (
        <div className="flex min-h-control flex-wrap items-center gap-x-2">
          <Count address={address} desk={desk} />
          <Arrived desk={desk} />
        </div>
      )}
      <div className={cx('ml-auto flex items-center gap-2', chosen > 0 && 'max-md:hidden')}>
        <span className="max-md:hidden">
          <UndoButton desk={desk} onUndo={onUndo} worded />
        </span>
        <Segmented label="View" tabs={VIEWS} value={address.view} onValueChange={onView} />
        <IconButton
          label="Keys"
          icon={<Keyboard aria-hidden className="size-5" />}
          onClick={onHelp}
          className="max-md:hidden"
        />
      </div>
    </div>
  );
}
