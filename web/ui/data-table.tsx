// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as cards loses the roles it has by itself
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Select } from './select.tsx';

export type Order = 'asc' | 'desc';

/** Clicking a header sorts ascending, again descending (SPEC section 2). */
export const nextOrder = (sorted: Order | null): Order => (sorted === 'asc' ? 'desc' : 'asc');

interface DataTableProps {
  /** Read by screen readers before the table. */
  caption: string;
  /** Row of `HeaderCell` and `SortHeader`. */
  head: ReactNode;
  /** `Row`s. */
  children: ReactNode;
  /** Width of each column, such as `18%`: with them the columns stay in place whatever the rows hold. */
  widths?: readonly string[];
  /** What is shown is being replaced. */
  busy?: boolean;
}

/** A table that becomes cards on phones. */
export function DataTable({ caption, head, children, widths, busy = false }: DataTableProps) {
  return (
    <table
      role="table"
      aria-busy={busy}
      className={cx('w-full border-collapse text-sm max-md:block', widths && 'xl:table-fixed')}
    >
      <caption className="sr-only">{caption}</caption>
      {widths && (
        <colgroup className="max-xl:hidden">
          {widths.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no name but its place
            <col key={column} style={{ width }} />
          ))}
        </colgroup>
      )}
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">{head}</tr>
      </thead>
      <tbody
        role="rowgroup"
        className={cx('transition-opacity max-md:block', busy && 'opacity-55 delay-200')}
      >
        {children}
      </tbody>
    </table>
  );
}

type Align = 'left' | 'right';
const alignment = (align: Align) => (align === 'right' ? 'text-right' : 'text-left');

/** Header of a column that does not sort. */
export function HeaderCell({ children, align = 'left' }: { children: ReactNode; align?: Align }) {
  return (
    <th
      scope="col"
      role="columnheader"
      className={cx('overline-label border-b border-line px-2 py-2 xl:px-3', alignment(align))}
    >
      {children}
    </th>
  );
}

interface SortHeaderProps {
  label: string;
  /** How the column is sorted now; null when another one is. */
  sorted: Order | null;
  onSort: (order: Order) => void;
  align?: Align;
}

/** Header of a column that sorts. */
export function SortHeader({ label, sorted, onSort, align = 'left' }: SortHeaderProps) {
  const Icon = sorted === null ? ArrowUpDown : sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
      className={cx('border-b border-line px-0.5 xl:px-1.5', alignment(align))}
    >
      <button
        type="button"
        onClick={() => onSort(nextOrder(sorted))}
        className={cx(
          'overline-label inline-flex h-9 items-center gap-1.5 rounded-sm px-1.5 transition-colors hover:text-ink',
          sorted !== null && 'text-ink!',
        )}
      >
        {label}
        <Icon aria-hidden className={cx('size-3.5', sorted === null && 'opacity-50')} />
      </button>
    </th>
  );
}

/** A row; on phones a card whose cells stand in a grid of two columns. */
export function Row({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <tr
      role="row"
      className={cx(
        'border-b border-line transition-colors md:hover:bg-surface',
        'max-md:mb-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1.5 max-md:rounded-lg max-md:border max-md:bg-surface max-md:p-3',
        className,
      )}
    >
      {children}
    </tr>
  );
}

interface CellProps {
  children: ReactNode;
  /** The column's name, shown in the card; without it the content speaks for itself. */
  label?: string;
  align?: Align;
  /** Takes the card's whole width. */
  wide?: boolean;
  colSpan?: number;
  className?: string;
}

/** A cell of a row. */
export function Cell({ children, label, align = 'left', wide = false, colSpan, className }: CellProps) {
  return (
    <td
      role="cell"
      colSpan={colSpan}
      className={cx(
        'px-2 py-2 align-middle xl:px-3 max-md:min-w-0 max-md:p-0',
        align === 'right' && 'md:text-right',
        wide && 'max-md:col-span-2',
        className,
      )}
    >
      {label && (
        <span aria-hidden className="overline-label block md:hidden">
          {label}
        </span>
      )}
      {children}
    </td>
  );
}

interface SortSelectProps<S extends string> {
  options: readonly { value: S; label: string }[];
  sort: S;
  order: Order;
  onSort: (sort: S, order: Order) => void;
}

/** Sorting on phones, where the headers are not in sight. */
export function SortSelect<S extends string>({ options, sort, order, onSort }: SortSelectProps<S>) {
  const choices = options.flatMap(({ value, label }) => [
    { value: `${value}:asc`, label: `${label}, ascending`, sort: value, order: 'asc' as const },
    { value: `${value}:desc`, label: `${label}, descending`, sort: value, order: 'desc' as const },
  ]);
  return (
    <Select
      label="Sort by"
      hideLabel
      value={`${sort}:${order}`}
      onValueChange={(value) => {
        const choice = choices.find((c) => c.value === value);
        if (choice) onSort(choice.sort, choice.order);
      }}
      options={choices}
      className="md:hidden"
    />
  );
}
