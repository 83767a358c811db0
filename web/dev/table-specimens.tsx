import { type ComponentProps, useState } from 'react';
import { PriceText } from '../ui/sale/sale-text.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ClearFilters } from '../ui/tables/clear-filters.tsx';
import type { Column } from '../ui/tables/data-table.tsx';
import { PagedTable } from '../ui/tables/paged-list.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { Specimen } from './specimen.tsx';

interface Sample {
  id: number;
  name: string;
  price: number;
  date: string;
}
type SampleSort = 'name' | 'price';
type SampleParams = ComponentProps<typeof PagedTable<Sample, SampleSort>>['url']['params'];

const ROWS: readonly Sample[] = [
  { id: 1, name: 'Master Ball', price: 1_500_000, date: '2026-03-12' },
  { id: 2, name: 'Leftovers', price: 400_000, date: '2026-03-11' },
  { id: 3, name: 'Rare Candy', price: 25_000, date: '2026-03-09' },
];

const COLUMNS: readonly Column<Sample, SampleSort>[] = [
  { title: 'Name', sort: 'name', width: '50%', wide: true, cell: ({ name }) => name },
  {
    title: 'Price',
    sort: 'price',
    width: '25%',
    align: 'right',
    labelled: true,
    cell: ({ price }) => <PriceText price={price} />,
  },
  { title: 'Date sold', width: '25%', labelled: true, cell: ({ date }) => <DateText iso={date} /> },
];

type State = 'rows' | 'busy' | 'loading' | 'empty' | 'after' | 'failed' | 'stale';
const STATES: readonly { value: State; label: string }[] = [
  { value: 'rows', label: 'Rows' },
  { value: 'busy', label: 'Busy' },
  { value: 'loading', label: 'Loading' },
  { value: 'empty', label: 'Empty' },
  { value: 'after', label: 'After the last page' },
  { value: 'failed', label: 'Failed' },
  { value: 'stale', label: 'Failed with rows' },
];

const rowsIn = (state: State): readonly Sample[] | undefined => {
  if (state === 'loading' || state === 'failed') return undefined;
  return state === 'empty' || state === 'after' ? [] : ROWS;
};

/** A list with its table in every state: loading, busy, empty, past its last page, failed. */
export function TableSpecimens() {
  const [state, setState] = useState<State>('rows');
  const [params, setParams] = useState<SampleParams>({ page: 1, limit: 3, sort: 'name', order: 'asc' });
  return (
    <Specimen name="PagedTable, PagedList, DataTable, SortSelect, Pagination, ClearFilters">
      <div className="w-full min-w-0 space-y-4">
        <Segmented label="State" tabs={STATES} value={state} onValueChange={setState} />
        <PagedTable
          label="Samples"
          url={{ params, go: (to) => setParams({ ...params, ...to }) }}
          sizes={[3, 6]}
          rows={rowsIn(state)}
          total={state === 'empty' ? 0 : 60}
          stale={state === 'stale' || state === 'busy'}
          fetching={state === 'busy' || state === 'loading'}
          error={state === 'failed' || state === 'stale' ? 'Failed to load the samples' : null}
          onRetry={() => setState('rows')}
          totalPages={20}
          count="60 samples"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          skeletonRows={3}
          detail={{
            isShown: ({ id }) => id === 2,
            render: () => <p className="tinted">The detail of a row.</p>,
          }}
          empty={
            <EmptyState
              title="No samples match"
              action={<ClearFilters clear={() => setState('rows')}>Clear all filters</ClearFilters>}
            >
              Try fewer filters.
            </EmptyState>
          }
        />
      </div>
    </Specimen>
  );
}
