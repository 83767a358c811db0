// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as cards loses its implicit roles
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import type { SortOrder } from '../../../src/contract/shared/sort-orders.ts';
import { cx } from '../cx.ts';
import { useChosen } from '../hooks/use-chosen.ts';
import { useAnnouncement } from '../live-region.tsx';

interface SortHeaderProps {
  title: string;
  /** Null where the rows are sorted by another column. */
  order: SortOrder | null;
  onSort: (order: SortOrder) => void;
  className: string;
}

/** The header of a column that sorts. It shows the new order before the rows follow. */
export function SortHeader({ title, order: current, onSort, className }: SortHeaderProps) {
  const [isPressed, setIsPressed] = useState(false);
  const [order, choose] = useChosen(current, (next) => {
    if (!next) return;
    setIsPressed(true);
    onSort(next);
  });
  useAnnouncement(isPressed && current && `Sorted by ${title.toLowerCase()}, ${current}ending`);
  const Icon = order === null ? ArrowUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={order === null ? 'none' : `${order}ending`}
      className={cx('lg:px-0.5 2xl:px-1.5', className)}
    >
      <button
        type="button"
        onClick={() => choose(order === 'asc' ? 'desc' : 'asc')}
        className={cx(
          'overline-label inline-flex h-control items-center gap-1.5 rounded-sm px-1.5 whitespace-nowrap transition-colors hover:text-ink',
          order !== null && 'text-ink!',
        )}
      >
        {title}
        <Icon aria-hidden className={cx('size-3.5', order === null && 'opacity-50')} />
      </button>
    </th>
  );
}
