import { ChevronDown } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { orderLabel } from '../../../../src/contract/market/filter-labels.ts';
import type { MarketSort } from '../../../../src/contract/market/market-search-params.ts';
import { KINDS, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import type { SortOrder } from '../../../../src/contract/shared/sort-orders.ts';
import { inState, keepInState } from '../../../lib/history-state.ts';
import { salePath } from '../../../lib/paths.ts';
import { DATE_SOLD, PRICE, PROOF } from '../../../sales/sale-columns.tsx';
import { HiddenPowerChip, SaleTitle } from '../../../sales/sale-parts.tsx';
import { type SaleSummary, summarise } from '../../../sales/sale-summary.ts';
import { cx } from '../../../ui/cx.ts';
import { NatureLabel } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { type Column, DataTable, type Sorting } from '../../../ui/tables/data-table.tsx';
import { rowButtonId } from './reveal-sale.ts';

type SaleColumn = Column<AnySale, MarketSort>;

type Widths = Record<'name' | 'price' | 'sold' | 'proof' | 'details', string>;
const WIDTHS: Record<SaleKind, Widths> = {
  item: { name: '43%', price: '17%', sold: '19%', proof: '18%', details: '3%' },
  pokemon: { name: '13.6%', price: '12.6%', sold: '10.9%', proof: '7.6%', details: '2.8%' },
};

const CARD_HEIGHTS: Record<SaleKind, string> = { item: '[--card:5.25rem]', pokemon: '[--card:9rem]' };

/** Opens and closes the row of a sale. A context, so that the columns stay the same while rows open. */
const ToggleSale = createContext<(saleId: number) => void>(() => undefined);

interface RowButtonProps {
  sale: AnySale;
  summary: SaleSummary;
  /** The id of the open row's detail. */
  detailId: string | undefined;
}

/** Opens and closes its row. A click anywhere in the row presses it. */
function RowButton({ sale, summary, detailId }: RowButtonProps) {
  const toggle = useContext(ToggleSale);
  return (
    <button
      type="button"
      id={rowButtonId(sale.sale_id)}
      aria-describedby={`price${sale.sale_id} sold${sale.sale_id}`}
      data-opens={salePath(sale.sale_id)}
      aria-expanded={detailId !== undefined}
      aria-controls={detailId}
      onClick={() => toggle(sale.sale_id)}
      className="text-left text-base font-medium md:leading-4 after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent md:text-sm"
    >
      {summary.name}
    </button>
  );
}

const sortedBy = (sort: MarketSort) => ({
  sort,
  orderLabel: (order: SortOrder) => orderLabel({ sort, order }),
});

const nameColumn = (width: string): SaleColumn => ({
  title: 'Name',
  ...sortedBy('name'),
  width,
  className: 'max-md:order-1 max-md:self-center md:min-w-32',
  cell: (sale, detailId) => {
    const summary = summarise(sale);
    return (
      <SaleTitle summary={summary} size={32}>
        <RowButton {...{ sale, summary, detailId }} />
      </SaleTitle>
    );
  },
  skeleton: <Skeleton className="h-8 max-w-44" />,
});

const traitColumns = (hasIvNumbers: boolean, isCard: boolean): SaleColumn[] => [
  {
    title: 'IVs',
    width: '18.2%',
    className: 'max-md:order-3 max-[24rem]:col-span-2',
    cell: (sale) => {
      const { traits } = summarise(sale);
      if (!traits) return null;
      if (hasIvNumbers) return <SpreadGlyph spread={traits.spread} numbers="inline" />;
      return (
        <span className="relative z-1">
          <SpreadGlyph spread={traits.spread} />
        </span>
      );
    },
  },
  {
    title: 'Nature',
    width: '13%',
    className: 'max-md:order-4',
    cell: (sale) => (
      <span className="relative z-1 xl:whitespace-nowrap">
        <NatureLabel nature={summarise(sale).traits?.nature ?? ''} inTabOrder={isCard} />
      </span>
    ),
  },
  {
    title: 'Ability',
    width: '9.9%',
    className: 'max-md:order-6 md:leading-4',
    cell: (sale) => <span translate="no">{summarise(sale).traits?.ability}</span>,
  },
  {
    title: 'Hidden power',
    width: '11.4%',
    className: 'max-md:order-5 max-md:text-right',
    cell: (sale) => <HiddenPowerChip spread={summarise(sale).traits?.spread ?? {}} />,
  },
];

const figureColumns = (kind: SaleKind): SaleColumn[] => [
  {
    ...PRICE,
    cell: (sale) => <span id={`price${sale.sale_id}`}>{PRICE.cell(sale, undefined)}</span>,
    ...sortedBy('price'),
    width: WIDTHS[kind].price,
    className: 'max-md:order-2 max-md:self-center max-md:text-right max-md:text-base',
  },
  {
    ...DATE_SOLD,
    cell: (sale) => <span id={`sold${sale.sale_id}`}>{DATE_SOLD.cell(sale, undefined)}</span>,
    ...sortedBy('date_sold'),
    width: WIDTHS[kind].sold,
    className: cx(
      '*:relative *:z-1 max-md:text-right max-md:text-ink-soft',
      kind === 'pokemon' ? 'max-md:order-7' : 'max-md:order-9',
    ),
  },
  {
    ...PROOF,
    width: WIDTHS[kind].proof,
    className: cx(
      '[&>a]:relative [&>a]:z-1 whitespace-nowrap',
      kind === 'pokemon'
        ? 'max-[24rem]:order-8 min-[24rem]:max-md:order-3 min-[24rem]:max-md:self-center min-[24rem]:max-md:text-right'
        : 'max-md:order-8 md:pl-8!',
    ),
  },
  {
    title: 'Details',
    hideTitle: true,
    isSign: true,
    width: WIDTHS[kind].details,
    className: 'px-1! max-md:hidden',
    cell: (_, detailId) => (
      <ChevronDown
        aria-hidden
        // Without a transition: the browser would make a layer for each icon that turns, in the frame of the click.
        className={cx('size-4 text-ink-faint', detailId !== undefined && 'rotate-180')}
      />
    ),
    skeleton: <span />,
  },
];

/**
 * @param hasIvNumbers whether there is space for numbers next to the bars of IVs; otherwise they are in a tooltip
 * @param isCard whether a row is a card, whose detail does not repeat the nature
 */
export const saleColumns = (kind: SaleKind, hasIvNumbers: boolean, isCard: boolean): SaleColumn[] => [
  nameColumn(WIDTHS[kind].name),
  ...(kind === 'pokemon' ? traitColumns(hasIvNumbers, isCard) : []),
  ...figureColumns(kind),
];

interface SalesTableProps {
  kind: SaleKind;
  columns: readonly SaleColumn[];
  /** Undefined until the first rows arrive. */
  rows: readonly AnySale[] | undefined;
  sorting: Sorting<MarketSort>;
  busy: boolean;
}

/** The sale whose row is open. The history keeps it. */
function useOpenRow() {
  const [openId, setOpenId] = useState(() => inState(history.state, 'openSale'));
  const toggle = useCallback((saleId: number) => setOpenId((id) => (id === saleId ? undefined : saleId)), []);
  // Each change of the address adds a history entry, which has no state yet.
  const state = useHistoryState();
  useEffect(() => {
    if (inState(state, 'openSale') !== openId) keepInState('openSale', openId);
  }, [openId, state]);
  return { openId, toggle };
}

/** The table of sales, in which one row can be open. A click on a row draws the table again, and nothing around it. */
export function SalesTable({ kind, columns, rows, sorting, busy }: SalesTableProps) {
  const { openId, toggle } = useOpenRow();
  const detail = useMemo(
    () => ({
      isShown: ({ sale_id }: AnySale) => sale_id === openId,
      render: (sale: AnySale) => <OpenRow sale={sale} />,
      className: 'bg-surface',
    }),
    [openId],
  );
  return (
    <ToggleSale value={toggle}>
      <DataTable
        caption={`Sales of ${KINDS[kind].label.toLowerCase()}`}
        columns={columns}
        rows={rows}
        rowKey={saleKey}
        sorting={sorting}
        busy={busy}
        skeletonRows={12}
        rowClassName={rowClass}
        detail={detail}
        className={CARD_HEIGHTS[kind]}
      />
    </ToggleSale>
  );
}

const saleKey = ({ sale_id }: AnySale) => sale_id;
/** On phones, the name takes what the price leaves. */
const ROW = 'group relative max-md:grid-cols-[minmax(0,1fr)_auto]!';
const rowClass = (_: AnySale, open: boolean) => (open ? `${ROW} bg-surface` : ROW);

/** Loaded when the first row opens. If that fails the row shows the error, and the table stays. */
const OpenRowContent = latePart(() => import('./open-row-content.tsx'), { height: 'h-60' });

function OpenRow({ sale }: { sale: AnySale }) {
  return (
    <div className="border-line max-md:border-t max-md:pt-3 md:pb-2 md:pl-13">
      <OpenRowContent sale={sale} />
    </div>
  );
}
