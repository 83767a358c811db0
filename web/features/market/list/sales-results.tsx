import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { listSubject } from '../../../../src/contract/cards/card-paths.ts';
import { filtersFor } from '../../../../src/contract/market/filter-fields.ts';
import { activeFilters, reversedRangesMessage } from '../../../../src/contract/market/filter-labels.ts';
import {
  type MarketSearchParams,
  type MarketSort,
  START,
} from '../../../../src/contract/market/market-search-params.ts';
import { marketTitle } from '../../../../src/contract/market/page-titles.ts';
import { KINDS, otherKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted, formatCount } from '../../../../src/contract/shared/plural.ts';
import { marketPath, PATHS, submitPath } from '../../../lib/paths.ts';
import { errorText } from '../../../lib/server/errors.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { latePart, Nothing } from '../../../ui/states/late-part.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import type { Sorting } from '../../../ui/tables/data-table.tsx';
import { PagedList } from '../../../ui/tables/paged-list.tsx';
import { SortSelect } from '../../../ui/tables/sort-select.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { LiveSales } from './live-sales.tsx';
import { SalesTable, saleColumns } from './sales-table.tsx';
import { type FetchedSales, useSales } from './use-sales.ts';

const REFUSED = 'The query has an error and is not applied.';

interface SalesResultsProps extends MarketNavigation {
  sales: FetchedSales;
  /** What was requested last: `params`, or the ones before while the page responds to their change. */
  deferred: MarketSearchParams;
  /** The latest query was refused: the list shows an earlier one, and the editor shows why. */
  refused?: boolean;
  /** Controls next to the count. */
  actions: ReactNode;
}

export function SalesResults(props: SalesResultsProps) {
  const { params, deferred, chosen, go, clear, sales: latest, refused = false, actions } = props;
  const { sort, order } = params;
  // Many new rows take long to draw: the page responds first, and the rows before stay meanwhile.
  const drawn = useDeferredValue(latest);
  const { data, error, refetch } = drawn;
  const { kind } = drawn.input;
  const isBehind = drawn !== latest || deferred !== params;
  const isWide = useMedia('xl');
  const hasCards = useMedia('belowMd');
  const hasIvNumbers = isWide || hasCards;
  const columns = useMemo(() => saleColumns(kind, hasIvNumbers), [kind, hasIvNumbers]);
  const sorting: Sorting<MarketSort> = { sort, order, onSort: go };
  const { total, totalPages } = data?.pagination ?? { total: 0, totalPages: 0 };
  // The page of a name has its button at the top.
  const isSearch = chosen === params.filters && activeFilters(chosen).length > 0;

  return (
    <PagedList<AnySale>
      label="Sales"
      url={{ params, go }}
      sizes={LIMITS.browsePageSizes}
      rows={data?.data}
      total={total}
      stale={latest.outdated !== null || isBehind}
      fetching={latest.isFetching || isBehind}
      error={error ? (refused ? REFUSED : errorText(error, MESSAGES.fetchFailed)) : null}
      {...(!refused && { onRetry: refetch })}
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

const SimilarSalesLink = latePart(() => import('../price-check/similar-sales-link.tsx'), {
  Missing: Nothing,
});

const DidYouMean = latePart(() => import('../search/did-you-mean.tsx'), { Missing: Nothing });

type NoSalesProps = Pick<MarketNavigation, 'params' | 'chosen' | 'clear'>;

/** Why nothing is listed, and what could be done about it. */
function noSalesText({ params, chosen }: Pick<NoSalesProps, 'params' | 'chosen'>): string {
  const reversed = reversedRangesMessage(chosen);
  if (reversed) return reversed;
  if (activeFilters(chosen).length === 0) return 'Have you seen a sale? Submit the first one with its proof.';
  const { name, ...others } = chosen;
  if (name === undefined || activeFilters(others).length > 0)
    return 'Try fewer filters. Have you seen such a sale? Submit it with its proof.';
  const what = KINDS[params.kind].noun;
  return chosen.exact
    ? `No sale of ${what} called “${name}” is recorded yet. Have you seen one? Submit it with its proof.`
    : `No sale of ${what} with “${name}” in its name is recorded yet.`;
}

/** A list without sales, with the way to the sales of the other kind if the name has some. */
function NoSales(props: NoSalesProps) {
  return props.chosen.name ? <NoSalesOfName {...props} /> : <NothingListed {...props} others={null} />;
}

function NoSalesOfName(props: NoSalesProps) {
  const { kind, limit, filters } = props.params;
  const { name, exact: _, query: __, ...values } = filters;
  const other = otherKind(kind);
  const place = { ...START, kind: other, limit, filters: { name, ...filtersFor(other, values) } } as const;
  const total = useSales(place).data?.pagination.total;
  const label = total && `${formatCount(total)} under ${KINDS[other].label}`;
  return <NothingListed {...props} others={label ? { href: marketPath(place), label } : null} />;
}

function NothingListed(props: NoSalesProps & { others: { href: string; label: string } | null }) {
  const { params, chosen, clear, others } = props;
  const filters = activeFilters(chosen).length;
  const { name, exact } = params.filters;
  const mayHaveSimilar = name !== undefined && exact && filters > 1;
  return (
    <EmptyState
      title={filters > 0 ? 'No sales match' : 'No sales yet'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {others && (
            <LinkButton href={others.href} variant="primary">
              {others.label}
            </LinkButton>
          )}
          {mayHaveSimilar && <SimilarSalesLink params={params} name={name} />}
          {filters > 0 && <ClearFilters clear={clear}>Clear all filters</ClearFilters>}
          <LinkButton
            href={name && exact ? submitPath(params.kind, name) : PATHS.submit}
            variant={others || mayHaveSimilar ? 'secondary' : 'primary'}
          >
            Submit Data
          </LinkButton>
        </div>
      }
    >
      {noSalesText({ params, chosen })}
      {name && filters === 1 && <DidYouMean kind={params.kind} text={name} />}
    </EmptyState>
  );
}
