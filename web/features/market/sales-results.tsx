import { type ReactNode, useRef } from 'react';
import { lastPage } from '../../../src/contract/address-values.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { PATHS, submitPath } from '../../app/paths.ts';
import { errorText } from '../../lib/errors.ts';
import type { Fetched } from '../../lib/fetched.ts';
import { Freshness } from '../../sales/freshness.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SortSelect } from '../../ui/data-table.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { LiveSales } from './live-sales.tsx';
import { SalesTable, SORT_OPTIONS } from './sales-table.tsx';
import type { MarketNavigation } from './use-market-address.ts';
import type { SalesPage } from './use-sales.ts';

/** `1,204 sales` */
export const countOf = (total: number): string =>
  total === 1 ? '1 sale' : `${total.toLocaleString('en-US')} sales`;

const REFUSED = 'The query has a fault, so it filters nothing yet.';

interface SalesResultsProps extends MarketNavigation {
  sales: Fetched<SalesPage>;
  /** The query that was asked for was not taken: what is shown is of an earlier one, and its editor says why. */
  refused?: boolean;
  /** Controls beside the count. */
  actions: ReactNode;
}

/** The sales that match: how many, the table, its pages; or why there is nothing. */
export function SalesResults(props: SalesResultsProps) {
  const { address, chosen, go, clear, sales, refused = false, actions } = props;
  const { data, error, fetching, stale } = sales;
  const { kind, sort, order, page, limit } = address;
  const top = useRef<HTMLElement>(null);

  function turnTo(next: number) {
    go({ page: next });
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <section ref={top} aria-label="Sales" className="scroll-mt-4 space-y-3">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-base font-semibold tabular-nums">
          {data ? countOf(data.total) : !error && <Skeleton className="h-5 w-24" />}
          {data && <Freshness stale={stale} fetching={fetching} />}
        </p>
        <LiveSales address={address} sales={sales} />
        <div className="flex flex-wrap gap-2">
          <SortSelect
            options={SORT_OPTIONS}
            sort={sort}
            order={order}
            onSort={(by, direction) => go({ sort: by, order: direction })}
          />
          {actions}
        </div>
      </div>

      {Boolean(error) && (
        <ErrorState
          banner={data !== undefined}
          message={refused ? REFUSED : errorText(error, MESSAGES.fetchFailed)}
          {...(!refused && { onRetry: sales.retry, retrying: fetching })}
        />
      )}
      {(data ? data.sales.length > 0 : !error) && (
        <SalesTable
          kind={kind}
          sort={sort}
          order={order}
          onSort={(by, direction) => go({ sort: by, order: direction })}
          sales={data?.sales}
          busy={stale && fetching}
        />
      )}
      {data && data.sales.length === 0 && <NoSales {...{ address, chosen, go, clear, total: data.total }} />}
      {data && data.total > 0 && (
        <Pagination
          label="Sales"
          page={page}
          totalPages={Math.min(data.totalPages, lastPage(limit))}
          limit={limit}
          pageSizes={LIMITS.browsePageSizes}
          onPageChange={turnTo}
          onLimitChange={(size) => go({ limit: size })}
        />
      )}
    </section>
  );
}

function NoSales({
  address,
  chosen,
  go,
  clear,
  total,
}: Pick<MarketNavigation, 'address' | 'chosen' | 'go' | 'clear'> & { total: number }) {
  if (total > 0)
    return (
      <EmptyState
        title={`There is no page ${address.page.toLocaleString('en-US')}`}
        action={<Button onClick={() => go({ page: 1 })}>Go to the first page</Button>}
      >
        {countOf(total)} match.
      </EmptyState>
    );
  const filtered = Object.keys(chosen).length > 0;
  const { name, exact } = address.filters;
  return (
    <EmptyState
      title={filtered ? 'No sales match' : 'No sales yet'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {filtered && <Button onClick={() => clear()}>Clear all filters</Button>}
          <LinkButton href={name && exact ? submitPath(address.kind, name) : PATHS.submit} variant="primary">
            Submit Data
          </LinkButton>
        </div>
      }
    >
      {filtered
        ? 'Fewer filters find more. Or did you see such a sale? Add it, with its proof.'
        : 'Did you see a sale? Add the first one, with its proof.'}
    </EmptyState>
  );
}
