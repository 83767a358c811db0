import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { lastPage } from '../../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { formatCount } from '../../../src/contract/shared/plural.ts';
import type { Page } from '../../../src/contract/shared/primitives.ts';
import type { Query } from '../../lib/server/fetched.ts';
import { usePaged } from '../../lib/server/paged.ts';
import { Button } from '../../ui/button.tsx';
import { PagedList, type PagedListProps } from '../../ui/tables/paged-list.tsx';
import type { PagesProps } from '../../ui/tables/pagination.tsx';

interface AdminListProps<T, P extends Page<T>>
  extends Pick<
    PagedListProps<T>,
    'label' | 'page' | 'onPage' | 'filters' | 'ignored' | 'actions' | 'table' | 'empty'
  > {
  query: Query<P>;
  /** What the rows are of: when it changes, the rows before are dropped. */
  subject: string;
  /** The error message when the server gives none. */
  failed: string;
  /** The figures above the table. */
  count: (page: P) => ReactNode;
}

/** A list of the admin panel; its rows stay until the next answer arrives. */
export function AdminList<T, P extends Page<T>>(props: AdminListProps<T, P>) {
  const { query, subject, failed, count, ...list } = props;
  const paged = usePaged(query, subject, failed);
  return (
    <PagedList<T>
      {...list}
      {...paged.list}
      limit={LIMITS.adminPageSize}
      count={paged.data && count(paged.data)}
      pager={(pages) => <Pager {...pages} total={paged.total} />}
    />
  );
}

/** One page after the other: 'Page X of Y (N total)'. Only pages that the server allows are counted. */
function Pager({ label, page, totalPages, limit, total, onPage }: PagesProps & { total: number }) {
  const last = Math.max(1, Math.min(totalPages, lastPage(limit)));
  return (
    <nav aria-label={`${label}: pages`} className="flex flex-wrap items-center justify-between gap-3">
      <Button
        icon={<ChevronLeft aria-hidden className="size-4" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1, last)}
      >
        Previous
      </Button>
      <p className="text-sm text-ink-soft tabular-nums max-md:order-first max-md:w-full max-md:text-center">
        Page {formatCount(page)} of {formatCount(last)} ({formatCount(total)} total)
      </p>
      <Button disabled={page >= last} onClick={() => onPage(page + 1, last)}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
