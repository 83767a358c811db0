import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lastPage } from '../../../src/contract/market/search-param-values.ts';
import { formatCount } from '../../../src/contract/shared/plural.ts';
import { Button } from '../../ui/button.tsx';
import type { PagesProps } from '../../ui/tables/pagination.tsx';

/** One page after the other: 'Page X of Y (N total)'. Only pages that the server allows are counted. */
export function AdminPager({
  label,
  page,
  totalPages,
  limit,
  total,
  onPage,
}: PagesProps & { total: number }) {
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
