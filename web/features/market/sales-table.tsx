import { useCallback, useState } from 'react';
import type { SaleKind } from '../../../src/contract/kinds.ts';
import type { MarketSort } from '../../../src/contract/market-address.ts';
import type { AnySale } from '../../../src/contract/sale.ts';
import { Cell, DataTable, HeaderCell, type Order, Row, SortHeader } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { SaleRow } from './sale-row.tsx';

/** What can be sorted by (SPEC section 2), for headers and for the phone's select. */
export const SORT_OPTIONS: readonly { value: MarketSort; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'date_sold', label: 'Date sold' },
];

const WIDTHS: Record<SaleKind, readonly string[]> = {
  item: ['44%', '20%', '18%', '13%', '5%'],
  pokemon: ['16.5%', '7%', '15.5%', '11.5%', '12%', '14.5%', '11.5%', '8.5%', '3%'],
};

const TRAIT_HEADERS: Record<SaleKind, readonly string[]> = {
  item: [],
  pokemon: ['IVs', 'Nature', 'Ability', 'Hidden power'],
};

interface SalesTableProps {
  kind: SaleKind;
  sort: MarketSort;
  order: Order;
  onSort: (sort: MarketSort, order: Order) => void;
  /** Undefined while the first answer is on its way. */
  sales: readonly AnySale[] | undefined;
  /** What is shown is being replaced. */
  busy: boolean;
}

/** Sales in rows that open in place; cards on phones. */
export function SalesTable({ kind, sort, order, onSort, sales, busy }: SalesTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const toggle = useCallback((saleId: number) => setOpenId((id) => (id === saleId ? null : saleId)), []);
  const traits = TRAIT_HEADERS[kind];
  const columns = traits.length + 5;

  const sortable = (by: MarketSort, label: string, align: 'left' | 'right' = 'left') => (
    <SortHeader
      label={label}
      align={align}
      sorted={sort === by ? order : null}
      onSort={(next) => onSort(by, next)}
    />
  );

  return (
    <DataTable
      caption={kind === 'item' ? 'Sales of items' : 'Sales of pokemon'}
      busy={busy}
      widths={WIDTHS[kind]}
      head={
        <>
          {sortable('name', 'Name')}
          {traits.map((title) => (
            <HeaderCell key={title}>{title}</HeaderCell>
          ))}
          {sortable('price', 'Price', 'right')}
          {sortable('date_sold', 'Date sold', 'right')}
          <HeaderCell>Proof</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Details</span>
          </HeaderCell>
        </>
      }
    >
      {sales
        ? sales.map((sale) => (
            <SaleRow
              key={sale.sale_id}
              sale={sale}
              columns={columns}
              open={sale.sale_id === openId}
              onToggle={toggle}
            />
          ))
        : SKELETON_ROWS.map((row) => <SkeletonRow key={row} columns={columns} />)}
    </DataTable>
  );
}

const SKELETON_ROWS = Array.from({ length: 12 }, (_, i) => i);

/** A row's place while the first answer is on its way, as high as the row that comes. */
function SkeletonRow({ columns }: { columns: number }) {
  return (
    <Row>
      <Cell wide>
        <span className="flex h-10 items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-4 w-32" />
        </span>
      </Cell>
      {Array.from({ length: columns - 2 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place has no name but its number
        <Cell key={i} align={i === columns - 5 || i === columns - 4 ? 'right' : 'left'}>
          <Skeleton className="inline-block! h-4 w-16" />
        </Cell>
      ))}
      <Cell className="max-md:hidden">{null}</Cell>
    </Row>
  );
}
