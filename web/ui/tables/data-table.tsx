// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as cards loses its implicit roles
import {
  type Key,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import type { SortOrder } from '../../../src/contract/shared/sort-orders.ts';
import { cx } from '../cx.ts';
import { useDebounced } from '../hooks/use-debounced.ts';
import { useMedia } from '../hooks/use-media.ts';
import { Skeleton } from '../states/states.tsx';
import { SortHeader } from './sort-header.tsx';

/** How rows are sorted, and how to ask for another order. */
export interface Sorting<S extends string> {
  sort: S;
  order: SortOrder;
  onSort: (sorting: { sort: S; order: SortOrder }) => void;
}

/** The names of orders, by what is sorted. */
export const ORDER_LABELS = {
  texts: { asc: 'A to Z', desc: 'Z to A' },
  dates: { asc: 'oldest first', desc: 'newest first' },
  counts: { asc: 'fewest first', desc: 'most first' },
  prices: { asc: 'cheapest first', desc: 'most expensive first' },
  durations: { asc: 'shortest first', desc: 'longest first' },
} as const satisfies Record<string, Record<SortOrder, string>>;

type SortedValues = keyof typeof ORDER_LABELS;

/** A column: its header, its cells and its place in the card that a row becomes on phones. */
export interface Column<T, S extends string = never> {
  /** Unique in the table. */
  title: string;
  /** Only screen readers get the header, e.g. above buttons. */
  hideTitle?: boolean;
  /** Hidden from screen readers, because a control of the row says the same. */
  isSign?: boolean;
  /** The key that the server sorts by; without it the column does not sort. */
  sort?: S;
  /** What it sorts: `name, A to Z` where orders are chosen from a list. Texts by default. */
  sorts?: SortedValues;
  /** Replaces that label. */
  orderLabel?: (order: SortOrder) => string;
  /** Such as `18%`. When every column has one, the columns of wide screens keep their width whatever the rows hold. */
  width?: string;
  align?: 'left' | 'right';
  /** Shows the title above the cell in a card. */
  labelled?: boolean;
  /** Takes the card's whole width. */
  wide?: boolean;
  /** Left out where the table is narrowest, from 48 to 64 rem. */
  minor?: boolean;
  className?: string;
  /** @param detailId the id of the row's detail while the row is open */
  cell: (row: T, detailId: string | undefined) => ReactNode;
  /** Shown in the cell's place until the first rows arrive. */
  skeleton?: ReactNode;
}

/** What a row may show below itself, over all columns. */
interface Detail<T> {
  isShown: (row: T) => boolean;
  render: (row: T) => ReactNode;
  className?: string;
}

interface DataTableProps<T, S extends string> {
  caption: string;
  /** The first one names the row. Rows render again when this, `rowKey` or `rowClassName` changes: memoise if one opens. */
  columns: readonly Column<T, S>[];
  /** Undefined until the first rows arrive; meanwhile skeletons are shown. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => Key;
  sorting?: Sorting<S>;
  /** The rows are about to be replaced. */
  busy?: boolean;
  skeletonRows?: number;
  rowClassName?: (row: T, isOpen: boolean) => string;
  detail?: Detail<T>;
  /** May set `--card`, about how high a card is: the page reserves that for cards that are not in sight. */
  className?: string;
}

const FADES_AFTER_MS = 200;

/** About what a screen shows. */
const ROWS_OF_A_STEP = 25;

/**
 * How many rows to draw: many new ones follow in steps, because 100 in one take half a second on a slow phone. A list that
 * only gains, loses or changes rows stays as it is, with the focus in it.
 */
function useRowsInSteps<T>(rows: readonly T[], rowKey: (row: T) => Key): number {
  const [drawn, setDrawn] = useState({ rows, count: ROWS_OF_A_STEP });
  if (drawn.rows !== rows) {
    const contains = (list: readonly T[], [first]: readonly T[]) =>
      first !== undefined && list.some((row) => rowKey(row) === rowKey(first));
    const isChange = contains(rows, drawn.rows) || contains(drawn.rows, rows);
    setDrawn({ rows, count: isChange ? drawn.count : ROWS_OF_A_STEP });
  }
  const { count } = drawn;
  const isDone = count >= rows.length;
  useEffect(() => {
    if (!isDone)
      startTransition(() =>
        setDrawn((before) => (before.rows === rows ? { rows, count: count + ROWS_OF_A_STEP } : before)),
      );
  }, [rows, count, isDone]);
  return Math.min(count, rows.length);
}

const NONE: never[] = [];

/**
 * A table described by its columns; each row becomes a card on phones. The server sorts and pages.
 *
 * Our own, because it is on the first page (docs/decisions/0010-first-page-script.md).
 */
export function DataTable<T, S extends string = never>(props: DataTableProps<T, S>) {
  const { caption, columns, rows, rowKey, sorting, busy = false, skeletonRows = 10 } = props;
  const { rowClassName, detail, className } = props;
  const fixed = columns.every(({ width }) => width !== undefined);
  // Not by a delay of the transition, for which the browser would paint all rows again at once.
  const isFaded = useDebounced(busy, FADES_AFTER_MS) && busy;
  // React leaves out equal elements: neither a change around the rows nor an open one may draw the others again.
  const closed = useMemo(
    () => rows?.map((of) => <DataRow key={rowKey(of)} row={of} {...{ columns, rowClassName }} />),
    [rows, rowKey, columns, rowClassName],
  );
  const drawn = useRowsInSteps(rows ?? NONE, rowKey);
  // A row first shows that it opens or closes. Its detail moves all rows below, which takes longer to draw.
  const drawnDetail = useDeferredValue(detail);
  return (
    <table
      role="table"
      aria-busy={busy}
      className={cx(
        'w-full border-collapse text-sm [--row:2.5rem] md:touch:[--row:2.75rem] max-md:block max-md:[--row:calc(var(--card,9rem)+0.625rem)]',
        fixed && 'fixed-columns',
        className,
      )}
      style={{
        gridTemplateColumns: fixed ? columns.map(({ width }) => width).join(' ') : undefined,
        // Keeps the height of the page while rows are missing.
        marginBottom:
          rows && rows.length > drawn ? `calc(${rows.length - drawn} * var(--row) + 1rem)` : undefined,
      }}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <Header key={column.title} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={cx('transition-opacity max-md:block', isFaded && 'opacity-55')}>
        {rows && closed
          ? rows.slice(0, drawn).map((of, i) => {
              const isOpen = detail?.isShown(of) ?? false;
              const below = drawnDetail?.isShown(of) ? drawnDetail : undefined;
              if (!isOpen && !below) return closed[i];
              return (
                <DataRow key={rowKey(of)} row={of} {...{ columns, rowClassName, isOpen }} detail={below} />
              );
            })
          : Array.from({ length: skeletonRows }, (_, i) => i).map((i) => (
              <SkeletonRow key={i} columns={columns} />
            ))}
      </tbody>
    </table>
  );
}

const headerClass = <T, S extends string>({ align, minor }: Column<T, S>) =>
  cx('border-b border-line', align === 'right' ? 'text-right' : 'text-left', minor && MINOR);

const MINOR = 'md:max-lg:hidden';

function Header<T, S extends string>({
  column,
  sorting,
}: {
  column: Column<T, S>;
  sorting: Sorting<S> | undefined;
}) {
  const { title, hideTitle, isSign, sort } = column;
  // Rows are then cards, with `SortSelect` above: the Tab key would stop at buttons that are not in sight.
  const isUnseen = useMedia('belowMd');
  if (sort === undefined || !sorting || isUnseen)
    return (
      <th
        scope="col"
        role="columnheader"
        aria-hidden={isSign}
        className={cx('overline-label px-1.5 py-2 lg:px-2 2xl:px-3', headerClass(column))}
      >
        {hideTitle ? <span className="sr-only">{title}</span> : title}
      </th>
    );
  return (
    <SortHeader
      title={title}
      order={sorting.sort === sort ? sorting.order : null}
      onSort={(order) => sorting.onSort({ sort, order })}
      className={headerClass(column)}
    />
  );
}

const ROW =
  'lazy-card max-md:[contain-intrinsic-size:auto_var(--card,9rem)] border-b border-line md:hover:bg-surface max-md:mb-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1.5 max-md:rounded-lg max-md:border max-md:bg-surface max-md:p-3';

/** A row and its detail read as one: no line between them, and one card on phones. */
const ABOVE_DETAIL = 'border-b-transparent max-md:mb-0! max-md:rounded-b-none! max-md:border-b-0';

/** Always laid out: the browser would lay out the page first without it, and then all rows below it again. */
const DETAIL = '[content-visibility:visible]! max-md:rounded-t-none max-md:border-t-0';

/** On a desk a row is 40 px high, on a tablet 44, unless its content needs more. */
const CELL = 'px-1.5 py-0.5 align-middle md:h-(--row) lg:px-2 2xl:px-3 max-md:min-w-0 max-md:p-0';
/** Looks like the other cells. */
const ROW_HEADER = 'text-left font-normal xl:in-[.fixed-columns]:h-auto xl:in-[.fixed-columns]:min-w-0';

function Cell<T, S extends string>({
  column: { title, labelled, align, wide, minor, isSign, className },
  namesRow = false,
  children,
}: {
  column: Column<T, S>;
  namesRow?: boolean;
  children: ReactNode;
}) {
  const Tag = namesRow ? 'th' : 'td';
  return (
    <Tag
      {...(namesRow ? { scope: 'row', role: 'rowheader' } : { role: 'cell' })}
      aria-hidden={isSign}
      className={cx(
        CELL,
        namesRow && ROW_HEADER,
        // Without space in a card. Screen readers find the header of a cell by its place in the row.
        'max-md:empty:sr-only',
        align === 'right' && 'md:text-right',
        wide && 'max-md:col-span-2',
        minor && MINOR,
        className,
      )}
    >
      {labelled && (
        <span aria-hidden className="overline-label block md:hidden">
          {title}
        </span>
      )}
      {children}
    </Tag>
  );
}

interface DataRowProps<T, S extends string> extends Pick<DataTableProps<T, S>, 'columns' | 'rowClassName'> {
  row: T;
  isOpen?: boolean;
  /** Given while it is drawn below the row. */
  detail?: Detail<T>;
}

function DataRow<T, S extends string>(props: DataRowProps<T, S>) {
  const { row, columns, rowClassName, isOpen = false, detail } = props;
  const id = useId();
  // Opening one row must not draw the cells of all others again.
  const cells = useMemo(
    () =>
      columns.map((column, i) => (
        <Cell key={column.title} column={column} namesRow={i === 0}>
          {column.cell(row, isOpen ? id : undefined)}
        </Cell>
      )),
    [columns, row, isOpen, id],
  );
  return (
    <>
      <tr role="row" className={cx(ROW, isOpen && ABOVE_DETAIL, rowClassName?.(row, isOpen))}>
        {cells}
      </tr>
      {detail && (
        <tr role="row" id={id} className={cx(ROW, DETAIL, detail.className)}>
          <td role="cell" colSpan={columns.length} className={cx(CELL, 'max-md:col-span-2')}>
            {detail.render(row)}
          </td>
        </tr>
      )}
    </>
  );
}

function SkeletonRow<T, S extends string>({ columns }: { columns: readonly Column<T, S>[] }) {
  return (
    <tr role="row" className={ROW}>
      {columns.map((column) => (
        <Cell key={column.title} column={column}>
          {column.skeleton ?? <Skeleton className="inline-block! h-4 w-full max-w-16" />}
        </Cell>
      ))}
    </tr>
  );
}
