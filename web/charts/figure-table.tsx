import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { natureLabel } from '../../src/contract/sale/natures.ts';
import { priceSpan } from '../../src/contract/sale/price.ts';
import { salePath } from '../lib/paths.ts';
import { type Column, DataTable } from '../ui/tables/data-table.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { areSingleSales } from './history-labels.ts';

const figure = (title: string, cell: Column<ChartPoint>['cell'], align?: 'right'): Column<ChartPoint> => ({
  title,
  labelled: true,
  className: 'whitespace-nowrap',
  cell,
  align,
});

const DATE = figure('Date sold', ({ date }) => <DateText iso={date} />);
const PRICE = figure('Price', ({ low, high }) => priceSpan(low, high), 'right');
const NAME = figure('Name', ({ name }) => name);
const SALES = figure('Sales', ({ volume }) => volume, 'right');
const TRAITS = [
  figure('Nature', ({ nature }) => nature && natureLabel(nature)),
  figure('Perfect IVs', ({ perfect_ivs }) => perfect_ivs),
  figure('Shiny', ({ is_shiny }) => (is_shiny ? 'Yes' : 'No')),
];
const SALE = figure(
  'Sale',
  ({ sale_id }) =>
    sale_id !== undefined && (
      <Link href={salePath(sale_id)} className="link touch-target inline-block">
        #{sale_id}
      </Link>
    ),
);

const pointKey = ({ sale_id, date }: ChartPoint) => sale_id ?? date;

interface FigureTableProps {
  points: readonly ChartPoint[];
  kind: SaleKind;
  /** The sales have several names. */
  named: boolean;
}

/** The chart's data as a table, newest first, for screen readers and exact values; rendered when first opened. */
export function FigureTable({ points, kind, named }: FigureTableProps) {
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => points.toReversed(), [points]);
  const columns = useMemo(() => {
    if (!areSingleSales(points)) return [DATE, SALES, PRICE];
    return [DATE, ...(named ? [NAME] : []), PRICE, ...(kind === 'pokemon' ? TRAITS : []), SALE];
  }, [points, kind, named]);
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
        <section
          aria-label="Figures"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          tabIndex={0}
          className="max-h-72 basis-full overflow-auto text-sm tabular-nums"
        >
          <DataTable caption="Figures" {...{ columns, rows }} rowKey={pointKey} />
        </section>
      )}
    </>
  );
}
