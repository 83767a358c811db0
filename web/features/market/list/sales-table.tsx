import { Suspense, useCallback, useMemo, useState } from 'react';
import type { MarketSort } from '../../../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { DataTable, type Sorting } from '../../../ui/tables/data-table.tsx';
import { type SaleColumn, ToggleSale } from './sale-columns.tsx';

interface SalesTableProps {
  kind: SaleKind;
  columns: readonly SaleColumn[];
  /** Undefined until the first rows arrive. */
  rows: readonly AnySale[] | undefined;
  sorting: Sorting<MarketSort>;
  busy: boolean;
}

/** The table of sales, in which one row can be open. A click on a row draws the table again, and nothing around it. */
export function SalesTable({ kind, columns, rows, sorting, busy }: SalesTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const toggle = useCallback((saleId: number) => setOpenId((id) => (id === saleId ? null : saleId)), []);
  const detail = useMemo(
    () => ({
      isShown: ({ sale_id }: AnySale) => sale_id === openId,
      render: (sale: AnySale) => <OpenSale sale={sale} />,
      className: 'bg-surface',
    }),
    [openId],
  );
  return (
    <ToggleSale value={toggle}>
      <DataTable
        caption={kind === 'item' ? 'Sales of items' : 'Sales of pokemon'}
        columns={columns}
        rows={rows}
        rowKey={saleKey}
        sorting={sorting}
        busy={busy}
        skeletonRows={12}
        rowClassName={rowClass}
        detail={detail}
      />
    </ToggleSale>
  );
}

const saleKey = ({ sale_id }: AnySale) => sale_id;
const rowClass = (_: AnySale, open: boolean) => (open ? 'group relative bg-surface' : 'group relative');

/** Loaded when the first row opens. If that fails the row shows the error, and the table stays. */
const SaleOpen = latePart(() => import('./sale-open.tsx'));

function OpenSale({ sale }: { sale: AnySale }) {
  return (
    <div className="border-line max-md:border-t max-md:pt-3 md:pb-2 md:pl-13">
      <Suspense fallback={<Skeleton className="h-60" />}>
        <SaleOpen sale={sale} />
      </Suspense>
    </div>
  );
}
