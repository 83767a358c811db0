import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { natureLabel } from '../../src/contract/sale/natures.ts';
import { salePath } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { DateText } from '../ui/sale/sale-text.tsx';
import { priceRange } from './history-labels.ts';

interface Column {
  title: string;
  className?: string;
  cell: (point: ChartPoint) => ReactNode;
}

const DATE: Column = { title: 'Date sold', cell: ({ date }) => <DateText iso={date} /> };
const PRICE: Column = {
  title: 'Price',
  className: 'text-right',
  cell: ({ low, high }) => priceRange(low, high),
};
const NAME: Column = { title: 'Name', cell: ({ name }) => name };
const SALES: Column = { title: 'Sales', className: 'text-right', cell: ({ volume }) => volume };
const TRAITS: readonly Column[] = [
  { title: 'Nature', cell: ({ nature }) => nature && natureLabel(nature) },
  { title: 'Perfect IVs', cell: ({ perfect_ivs }) => perfect_ivs },
  { title: 'Shiny', cell: ({ is_shiny }) => (is_shiny ? 'Yes' : 'No') },
];
const SALE: Column = {
  title: 'Sale',
  cell: ({ sale_id }) =>
    sale_id !== undefined && (
      <Link href={salePath(sale_id)} className="link touch-target inline-block">
        {sale_id}
      </Link>
    ),
};

interface FigureTableProps {
  points: readonly ChartPoint[];
  kind: SaleKind;
  /** The sales have several names. */
  named: boolean;
}

/** The chart's data as a table, newest first, for screen readers and exact values; rendered when first opened. */
export function FigureTable({ points, kind, named }: FigureTableProps) {
  const [open, setOpen] = useState(false);
  const single = points.every((point) => point.sale_id !== undefined);
  const columns = single
    ? [DATE, ...(named ? [NAME] : []), PRICE, ...(kind === 'pokemon' ? TRAITS : []), SALE]
    : [DATE, SALES, PRICE];
  return (
    <details
      className="min-w-0 text-sm open:basis-full"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link inline-flex min-h-control items-center">
        {open ? 'Hide table' : 'Show as table'}
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section aria-label="Figures" tabIndex={0} className="max-h-72 overflow-auto">
          <table className="w-full tabular-nums md:w-auto">
            <thead className="text-left">
              <tr>
                {columns.map(({ title, className }) => (
                  <th key={title} scope="col" className={cx('overline-label py-1 pr-4 md:pr-8', className)}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.sale_id ?? point.date} className="border-t border-line">
                  {columns.map(({ title, className, cell }) => (
                    <td key={title} className={cx('py-1 pr-4 whitespace-nowrap md:pr-8', className)}>
                      {cell(point)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
