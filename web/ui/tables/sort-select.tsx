import { SORT_ORDERS } from '../../../src/contract/shared/sort-orders.ts';
import { Select } from '../fields/select.tsx';
import { useMedia } from '../hooks/use-media.ts';
import { type Column, ORDER_LABELS, type Sorting } from './data-table.tsx';

/** Sorting on phones. Elsewhere it is left out rather than hidden, because the browser takes time to change a choice. */
export function SortSelect<T, S extends string>(props: Sorting<S> & { columns: readonly Column<T, S>[] }) {
  const { columns, sort, order, onSort } = props;
  const isShown = useMedia('belowMd');
  if (!isShown) return null;
  const choices = columns.flatMap(({ title, sort: by, sorts = 'texts', orderLabel }) =>
    by === undefined
      ? []
      : SORT_ORDERS.map((direction) => ({
          value: `${by}:${direction}`,
          label: orderLabel?.(direction) ?? `${title}, ${ORDER_LABELS[sorts][direction]}`,
          sort: by,
          order: direction,
        })),
  );
  return (
    <Select
      label="Sort by"
      hideLabel
      value={`${sort}:${order}`}
      onValueChange={(value) => {
        const choice = choices.find((c) => c.value === value);
        if (choice) onSort({ sort: choice.sort, order: choice.order });
      }}
      options={choices}
      className="min-w-0 flex-1 basis-50"
    />
  );
}
