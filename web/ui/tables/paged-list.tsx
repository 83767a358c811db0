import type { ComponentProps, ReactNode } from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import type { IgnoredFilter } from '../../../src/contract/shared/search-param-values.ts';
import { Announced } from '../announced.tsx';
import { Button } from '../button.tsx';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { RESULTS, ResultsSkipLink } from '../page/results-skip-link.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState, Skeleton } from '../states/states.tsx';
import { DataTable, type Sorting } from './data-table.tsx';
import { Freshness } from './freshness.tsx';
import { IgnoredFilters } from './ignored-filters.tsx';
import { Pagination, PreviousAndNext } from './pagination.tsx';
import { SortSelect } from './sort-select.tsx';
import { usePageTurn } from './use-page-turn.ts';

interface Place {
  page: number;
  /** Absent where nobody chooses it. */
  limit?: number;
}

interface PagedListProps<T> {
  /** What is listed, for screen readers: "Sales". */
  label: string;
  /** The page in the address, and how to go to another one. */
  url: {
    params: Place;
    go: (to: Partial<Place>) => void;
    /** The filters of the address that have no effect. */
    ignored?: readonly IgnoredFilter[];
  };
  /** The page sizes that can be chosen; without them, pages follow each other. */
  sizes?: readonly number[];
  /** The rows of this page; undefined until the first answer. */
  rows: readonly T[] | undefined;
  /** Rows on all pages. */
  total: number;
  totalPages: number;
  /** The rows belong to an earlier request. */
  stale: boolean;
  fetching: boolean;
  /** The error message of the last request; null if it succeeded. */
  error: string | null;
  onRetry?: () => unknown;
  /** Search and filters, above everything else. */
  filters?: ReactNode;
  count: ReactNode;
  /** Between the count and the actions. */
  notice?: ReactNode;
  actions?: ReactNode;
  /** The rows, or their placeholder while there are none. */
  table: (rows: readonly T[] | undefined, busy: boolean) => ReactNode;
  empty: ReactNode;
  /** Shown on a page after the last one. */
  pageMissing?: ReactNode;
}

/**
 * A list that the server filters, sorts and pages: its count, its rows, its pages, or why there is nothing. Turning a page
 * moves the focus to the top of the list, as does a row that leaves it with the focus.
 */
export function PagedList<T>(props: PagedListProps<T>) {
  const { label, url, sizes, rows, total, totalPages, stale, fetching, error, onRetry } = props;
  const { filters, count, notice, actions, table, empty, pageMissing } = props;
  const { params, go, ignored = [] } = url;
  const { page, limit = LIMITS.adminPageSize } = params;
  const { top, turnTo } = usePageTurn((next) => go({ page: next }));
  const keepFocus = useKeptFocus(top);
  const pages = { label, page, totalPages, limit, onPage: turnTo };

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
        <ErrorState banner={rows !== undefined} message={error} onRetry={onRetry} retrying={fetching} />
      )}
      {(rows ? rows.length > 0 : error === null) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which row has the focus
        <div onFocus={keepFocus}>{table(rows, stale && fetching)}</div>
      )}
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
      {rows &&
        total > 0 &&
        (sizes ? (
          // A list that fits on the smallest page has nothing to choose.
          total > Math.min(...sizes) && (
            <Pagination {...pages} sizes={sizes} onLimit={(size) => go({ limit: size })} />
          )
        ) : (
          <PreviousAndNext {...pages} total={total} />
        ))}
    </section>
  );
}

type Table<T, S extends string> = ComponentProps<typeof DataTable<T, S>>;

interface PagedTableProps<T, S extends string>
  extends Omit<PagedListProps<T>, 'table' | 'url'>,
    Pick<Table<T, S>, 'columns' | 'rowKey' | 'skeletonRows' | 'rowClassName' | 'detail'> {
  url: Pick<PagedListProps<T>['url'], 'ignored'> & {
    params: Place & Partial<Pick<Sorting<S>, 'sort' | 'order'>>;
    go: (to: Partial<Place & Pick<Sorting<S>, 'sort' | 'order'>>) => void;
  };
  /** Of the element around the table. */
  tableClassName?: string;
}

/** A `PagedList` whose rows are a table. It is sorted by the `sort` and `order` of the address. */
export function PagedTable<T, S extends string = never>(props: PagedTableProps<T, S>) {
  const { columns, rowKey, skeletonRows, rowClassName, detail, tableClassName, actions, ...list } = props;
  const { params, go } = list.url;
  const isSortable = columns.some(({ sort }) => sort !== undefined);
  const sorting =
    isSortable && params.sort && params.order
      ? { sort: params.sort, order: params.order, onSort: go }
      : undefined;
  return (
    <PagedList
      {...list}
      actions={
        (sorting || actions) && (
          <>
            {sorting && <SortSelect columns={columns} {...sorting} />}
            {actions}
          </>
        )
      }
      table={(rows, busy) => (
        <div className={tableClassName}>
          <DataTable
            caption={list.label}
            {...{ columns, rows, rowKey, sorting, busy, skeletonRows, rowClassName, detail }}
          />
        </div>
      )}
    />
  );
}
