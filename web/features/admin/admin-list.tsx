import { type ReactNode, useRef } from 'react';
import type { Page } from '../../../src/contract/primitives.ts';
import { errorText } from '../../lib/errors.ts';
import { useKept } from '../../lib/use-kept.ts';
import { Freshness } from '../../sales/freshness.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Pager } from './pager.tsx';

/** A page of a list as it is asked for. */
export interface Asked<P> {
  data: P | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface AdminListProps<T, P extends Page<T>> {
  /** What is listed: "Users". */
  label: string;
  asked: Asked<P>;
  /** What the rows are of: when it changes, rows of another kind do not stay. */
  subject: string;
  /** Why there is nothing, when the server does not say. */
  failed: string;
  /** The figures above the table. */
  count: (page: P) => ReactNode;
  page: number;
  onPage: (page: number) => void;
  /** Search and filters, above all else. */
  filters: ReactNode;
  /** Beside the figures. */
  actions?: ReactNode;
  /** The rows as a table; undefined while the first answer is on its way. */
  table: (rows: readonly T[] | undefined, busy: boolean) => ReactNode;
  /** In place of the table when nothing matches. */
  nothing: ReactNode;
}

/** A list that searches, sorts and pages on the server; what it showed stays until the next answer is there. */
export function AdminList<T, P extends Page<T>>(props: AdminListProps<T, P>) {
  const { label, asked, subject, failed, count, page, onPage, filters, actions, table, nothing } = props;
  const { data, error, isFetching, refetch } = asked;
  const kept = useKept(data, subject);
  const stale = kept !== data;
  // An empty list of another question says nothing of this one.
  const shown = kept && stale && kept.data.length === 0 ? undefined : kept;
  const top = useRef<HTMLElement>(null);

  function turnTo(next: number) {
    onPage(next);
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <section ref={top} aria-label={label} className="scroll-mt-4 space-y-4">
      {filters}
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-base font-semibold tabular-nums">
          {shown ? count(shown) : !error && <Skeleton className="h-5 w-32" />}
          {shown && <Freshness stale={stale} fetching={isFetching} />}
        </p>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {Boolean(error) && (
        <ErrorState
          banner={shown !== undefined}
          message={errorText(error, failed)}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {(shown ? shown.data.length > 0 : !error) && table(shown?.data, stale && isFetching)}
      {shown?.data.length === 0 &&
        (shown.pagination.total > 0 ? (
          <EmptyState
            title={`There is no page ${page.toLocaleString('en-US')}`}
            action={<Button onClick={() => onPage(1)}>Go to the first page</Button>}
          />
        ) : (
          nothing
        ))}
      {shown && shown.pagination.total > 0 && (
        <Pager
          label={label}
          page={page}
          totalPages={shown.pagination.totalPages}
          total={shown.pagination.total}
          onPage={turnTo}
        />
      )}
    </section>
  );
}
