import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { listSubject } from '../../../../src/contract/cards/card-paths.ts';
import { activeFilters } from '../../../../src/contract/market/filter-labels.ts';
import type { MarketSearchParams, MarketSort } from '../../../../src/contract/market/market-search-params.ts';
import { marketTitle } from '../../../../src/contract/market/page-titles.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { errorText } from '../../../lib/server/errors.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { latePart, Nothing } from '../../../ui/states/late-part.tsx';
import type { Sorting } from '../../../ui/tables/data-table.tsx';
import { PagedList } from '../../../ui/tables/paged-list.tsx';
import { SortSelect } from '../../../ui/tables/sort-select.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { LiveSales } from './live-sales.tsx';
import { SalesTable, saleColumns } from './sales-table.tsx';
import type { FetchedSales } from './use-sales.ts';

const REFUSED = 'The query has an error and is not applied.';

interface SalesResultsProps extends MarketNavigation {
  sales: FetchedSales;
  /** What was requested last: `params`, or the ones before while the page responds to their change. */
  deferred: MarketSearchParams;
  /** The latest query was refused: the list shows an earlier one, and the editor shows why. */
  refused: boolean;
  /** Next to the count. */
  modeSwitch: ReactNode;
  /** Controls next to the order. */
  actions: ReactNode;
}

export function SalesResults(props: SalesResultsProps) {
  const { params, deferred, chosen, go, clear, sales: latest, refused, modeSwitch, actions } = props;
  const { sort, order } = params;
  // Many new rows take long to draw: the page responds first, and the rows before stay meanwhile.
  const drawn = useDeferredValue(latest);
  const { data, error, refetch } = drawn;
  const { kind } = drawn.input;
  const isBehind = drawn !== latest || deferred !== params;
  const isWide = useMedia('xl');
  const hasCards = useMedia('belowMd');
  // Paper has no tooltips.
  const isPrinted = useMedia('print');
  const hasIvNumbers = isWide || hasCards || isPrinted;
  const columns = useMemo(() => saleColumns(kind, hasIvNumbers, hasCards), [kind, hasIvNumbers, hasCards]);
  const sorting: Sorting<MarketSort> = { sort, order, onSort: go };
  const { total, totalPages } = data?.pagination ?? { total: 0, totalPages: 0 };
  // The page of a name has its button at the top.
  const isSearch = chosen === params.filters && activeFilters(chosen).length > 0;

  return (
    <PagedList<AnySale>
      label="Sales"
      url={{ params, go }}
      sizes={LIMITS.browsePageSizes}
      filters={<h2 className="sr-only">Sales</h2>}
      rows={data?.data}
      total={total}
      stale={latest.outdated !== null || isBehind}
      fetching={latest.isFetching || isBehind}
      error={error ? (refused ? REFUSED : errorText(error, MESSAGES.fetchFailed)) : null}
      onRetry={refused ? undefined : refetch}
      totalPages={totalPages}
      count={counted(total, 'sale')}
      notice={<LiveSales params={deferred} sales={latest} />}
      actions={
        <>
          {isSearch && !refused && (
            <SearchActions
              params={params}
              subject={listSubject(kind, params.filters)}
              title={marketTitle(kind, params.filters)}
            />
          )}
          {modeSwitch}
          {data?.pagination.total !== 0 && (
            <>
              <span className="-mt-2 basis-full md:hidden" />
              <SortSelect columns={columns} {...sorting} />
            </>
          )}
          {actions}
        </>
      }
      table={(rows, busy) => <SalesTable {...{ kind, columns, rows, sorting, busy }} />}
      empty={<NoSales {...{ params, chosen, clear }} />}
      pageMissing={`${counted(total, 'sale')} found.`}
    />
  );
}

/** Not on the first page, which has no filter. */
const SearchActions = latePart(() => import('./search-actions.tsx'), {
  Waiting: () => <span className="h-control w-40" />,
  Missing: Nothing,
});

/** Most lists have sales. */
const NoSales = latePart(() => import('./no-sales.tsx'), { height: 'h-80' });
