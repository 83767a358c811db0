import type { SaleKind } from '../../../../src/contract/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale.ts';
import { Cell, DataTable, HeaderCell, type Order, Row, SortHeader } from '../../../ui/data-table.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { EntrySort } from './data-search-params.ts';
import { type EntryActs, EntryRow } from './entry-row.tsx';

/** What can be sorted by, for headers and for the phone's select. */
export const ENTRY_SORT_OPTIONS: readonly { value: EntrySort; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'date_sold', label: 'Date sold' },
  { value: 'status', label: 'Status' },
  { value: 'date_submitted', label: 'Submitted' },
];

const WIDTHS: Record<SaleKind, readonly string[]> = {
  item: ['33%', '15%', '11%', '12%', '15%', '14%'],
  pokemon: ['20%', '23%', '13%', '9.5%', '10.5%', '11%', '13%'],
};

interface EntryTableProps extends EntryActs {
  kind: SaleKind;
  /** Undefined while the first answer is on its way. */
  sales: readonly AnySale[] | undefined;
  /** They are deleted ones. */
  deleted: boolean;
  sort: EntrySort;
  order: Order;
  onSort: (sort: EntrySort, order: Order) => void;
  /** What is shown is being replaced. */
  busy: boolean;
}

/** Sales with what one can do to each; cards on phones. */
export function EntryTable(props: EntryTableProps) {
  const { kind, sales, deleted, sort, order, onSort, busy, ...acts } = props;
  const sortable = (by: EntrySort, align: 'left' | 'right' = 'left') => (
    <SortHeader
      label={ENTRY_SORT_OPTIONS.find(({ value }) => value === by)?.label ?? by}
      align={align}
      sorted={sort === by ? order : null}
      onSort={(next) => onSort(by, next)}
    />
  );
  return (
    <DataTable
      caption={kind === 'item' ? 'Item entries' : 'Pokemon entries'}
      busy={busy}
      widths={WIDTHS[kind]}
      head={
        <>
          {sortable('name')}
          {kind === 'pokemon' && <HeaderCell>Traits</HeaderCell>}
          {sortable('price', 'right')}
          {sortable('date_sold', 'right')}
          {sortable('status')}
          {sortable('date_submitted')}
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </>
      }
    >
      {sales
        ? sales.map((sale) => <EntryRow key={sale.sale_id} sale={sale} deleted={deleted} {...acts} />)
        : SKELETON_ROWS.map((row) => <SkeletonRow key={row} kind={kind} />)}
    </DataTable>
  );
}

const SKELETON_ROWS = Array.from({ length: 10 }, (_, i) => i);

/** A row's place while the first answer is on its way, as high as the row that comes. */
function SkeletonRow({ kind }: { kind: SaleKind }) {
  return (
    <Row>
      <Cell wide>
        <span className="flex h-11 items-center gap-3">
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="h-4 w-28" />
        </span>
      </Cell>
      {kind === 'pokemon' && (
        <Cell wide>
          <Skeleton className="h-4 w-40" />
        </Cell>
      )}
      {['price', 'sold', 'status', 'submitted'].map((cell, i) => (
        <Cell key={cell} align={i < 2 ? 'right' : 'left'}>
          <Skeleton className="inline-block! h-4 w-16" />
        </Cell>
      ))}
      <Cell wide align="right">
        <Skeleton className="inline-block! h-control w-30" />
      </Cell>
    </Row>
  );
}
