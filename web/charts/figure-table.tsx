import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { natureLabel } from '../../src/contract/sale/natures.ts';
import { priceSpan } from '../../src/contract/sale/price.ts';
import { salePath } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { ShowMore } from '../ui/show-more.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { areSingleSales } from './dots.ts';

interface Column {
  title: string;
  isRight?: boolean;
  /** Left out on phones, whose width fits the date, the price and the sale. */
  isMinor?: boolean;
  cell: (point: ChartPoint) => ReactNode;
}

const DATE: Column = { title: 'Date sold', cell: ({ date }) => <DateText iso={date} /> };
/** On phones the name is below the date. */
const NAMED_DATE: Column = {
  ...DATE,
  cell: ({ date, name }) => (
    <>
      <DateText iso={date} />
      <span className="block whitespace-normal text-ink-soft md:hidden">{name}</span>
    </>
  ),
};
const PRICE: Column = { title: 'Price', isRight: true, cell: ({ low, high }) => priceSpan(low, high) };
const NAME: Column = { title: 'Name', isMinor: true, cell: ({ name }) => name };
const SALES: Column = { title: 'Sales', isRight: true, cell: ({ volume }) => volume };
const TRAITS: Column[] = [
  { title: 'Nature', isMinor: true, cell: ({ nature }) => nature && natureLabel(nature) },
  { title: 'Perfect IVs', isMinor: true, cell: ({ perfect_ivs }) => perfect_ivs },
  { title: 'Shiny', isMinor: true, cell: ({ is_shiny }) => (is_shiny ? 'Yes' : 'No') },
];
const SALE: Column = {
  title: 'Sale',
  isRight: true,
  cell: ({ sale_id }) =>
    sale_id !== undefined && (
      <Link href={salePath(sale_id)} className="link touch-target inline-block">
        #{sale_id}
      </Link>
    ),
};

/** How many rows are shown at first, and how many more at a time. */
const STEP = 20;

const cellClass = ({ isRight, isMinor }: Column) =>
  cx('border-b border-line pr-4 last:pr-0', isRight ? 'text-right' : 'text-left', isMinor && 'max-md:hidden');

const pointKey = ({ sale_id, date }: ChartPoint) => sale_id ?? date;

function columnsOf(points: readonly ChartPoint[], kind: SaleKind, named: boolean): Column[] {
  if (!areSingleSales(points)) return [DATE, SALES, PRICE];
  return [...(named ? [NAMED_DATE, NAME] : [DATE]), PRICE, ...(kind === 'pokemon' ? TRAITS : []), SALE];
}

interface FigureTableProps {
  points: readonly ChartPoint[];
  kind: SaleKind;
  /** The sales have several names. */
  named: boolean;
}

/**
 * The chart's data as a table, newest first, for screen readers and exact values; rendered when first opened. Not a
 * `DataTable`, whose rows are cards on phones: three figures fit a row.
 */
export function FigureTable({ points, kind, named }: FigureTableProps) {
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState(STEP);
  const rows = useMemo(() => points.toReversed(), [points]);
  const more = rows.length - count;
  const columns = columnsOf(points, kind, named);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="link min-h-control text-sm"
      >
        {open ? 'Hide table' : 'Show as table'}
      </button>
      {open && (
        <section aria-label="Figures" className="basis-full">
          <table className="w-full border-collapse whitespace-nowrap text-ink tabular-nums">
            <caption className="sr-only">Figures</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.title} scope="col" className={cx('overline-label py-2', cellClass(column))}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, count).map((point) => (
                <tr key={pointKey(point)}>
                  {columns.map((column) => (
                    <td key={column.title} className={cx('h-10 py-0.5 touch:h-11', cellClass(column))}>
                      {column.cell(point)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {more > 0 && (
            <ShowMore onShow={() => setCount(count + STEP)} className="-ml-3.5 mt-2">
              Show {Math.min(more, STEP)} more
            </ShowMore>
          )}
        </section>
      )}
    </>
  );
}
