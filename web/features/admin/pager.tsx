import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lastPage } from '../../../src/contract/address-values.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { Button } from '../../ui/button.tsx';

interface PagerProps {
  /** What is paged, for screen readers: "Users". */
  label: string;
  page: number;
  totalPages: number;
  /** Rows on all pages. */
  total: number;
  onPage: (page: number) => void;
}

/** The pages of a list, one after the other: 'Page X of Y (N total)' (SPEC section 2). */
export function Pager({ label, page, totalPages, total, onPage }: PagerProps) {
  const last = Math.min(totalPages, lastPage(LIMITS.adminPageSize));
  return (
    <nav aria-label={`${label}: pages`} className="flex flex-wrap items-center justify-between gap-3">
      <Button
        icon={<ChevronLeft aria-hidden className="size-4" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <p className="text-sm text-ink-soft tabular-nums max-md:order-first max-md:w-full max-md:text-center">
        Page {page.toLocaleString('en-US')} of {Math.max(totalPages, 1).toLocaleString('en-US')} (
        {total.toLocaleString('en-US')} total)
      </p>
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
