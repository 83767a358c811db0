import type { ReactNode } from 'react';
import type { IgnoredFilter } from '../../../src/contract/market/search-param-values.ts';
import { Announced } from '../announced.tsx';
import { Button } from '../button.tsx';
import { RESULTS, ResultsSkipLink } from '../page/results-skip-link.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState, Skeleton } from '../states/states.tsx';
import { Freshness } from './freshness.tsx';
import { IgnoredFilters } from './ignored-filters.tsx';
import type { PagesProps } from './pagination.tsx';
import { usePageTurn } from './use-page-turn.ts';

interface PagedListProps<T> extends Omit<PagesProps, 'onPage'> {
  /** The rows of this page; undefined until the first answer. */
  rows: readonly T[] | undefined;
  /** Rows on all pages. */
  total: number;
  /** The rows answer an earlier question. */
  stale: boolean;
  fetching: boolean;
  /** Why the last request failed, as people read it. */
  error: string | null;
  onRetry?: () => unknown;
  onPage: (page: number) => void;
  /** Search and filters, above everything else. */
  filters?: ReactNode;
  /** The filters of the address that have no effect. */
  ignored?: readonly IgnoredFilter[];
  /** How many there are. */
  count: ReactNode;
  /** Between the count and the actions. */
  notice?: ReactNode;
  actions?: ReactNode;
  /** The rows as a table; without rows its skeleton. */
  table: (rows: readonly T[] | undefined, busy: boolean) => ReactNode;
  /** Shown when nothing matches. */
  empty: ReactNode;
  /** Shown on a page after the last one. */
  pageMissing?: ReactNode;
  /** The controls under the list; turning a page moves the focus to the top of the list. */
  pager: (pages: PagesProps) => ReactNode;
}

/** A list that the server filters, sorts and pages: its count, its table, its pages, or why there is nothing. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { label, rows, total, totalPages, page, limit, stale, fetching, error, onRetry, onPage } = props;
  const { filters, ignored = [], count, notice, actions, table, empty, pageMissing, pager } = props;
  const { top, turnTo } = usePageTurn(onPage);

  const status = (
    <Announced as="p" className="text-base font-semibold tabular-nums max-md:grow">
      {rows ? count : error === null && <Skeleton className="h-5 w-32" />}
      {rows && <Freshness stale={stale} fetching={fetching} />}
    </Announced>
  );

  return (
    <section ref={top} {...RESULTS} aria-label={label} className="scroll-mt-4 space-y-4">
      <ResultsSkipLink />
      {filters}
      <IgnoredFilters ignored={ignored} />
      {notice || actions ? (
        <div className="flex min-h-control flex-wrap items-center justify-between gap-2 md:gap-x-4">
          {status}
          {notice}
          <div className="flex flex-wrap gap-2 max-md:contents">{actions}</div>
        </div>
      ) : (
        status
      )}
      {error !== null && (
        <ErrorState
          banner={rows !== undefined}
          message={error}
          {...(onRetry && { onRetry, retrying: fetching })}
        />
      )}
      {(rows ? rows.length > 0 : error === null) && table(rows, stale && fetching)}
      {rows?.length === 0 &&
        (total > 0 ? (
          <EmptyState
            title="There is no such page"
            action={<Button onClick={() => turnTo(1, totalPages)}>Go to the first page</Button>}
          >
            {pageMissing}
          </EmptyState>
        ) : (
          empty
        ))}
      {rows && total > 0 && pager({ label, page, totalPages, limit, onPage: turnTo })}
    </section>
  );
}
