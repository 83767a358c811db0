import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../../../src/contract/shared/plural.ts';
import { lastPage } from '../../../src/contract/shared/search-param-values.ts';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { optionsOf, Select } from '../fields/select.tsx';
import { useChosen } from '../hooks/use-chosen.ts';

interface PagesProps {
  /** What is listed, for screen readers: "Sales". */
  label: string;
  page: number;
  totalPages: number;
  limit: number;
  /** @param totalPages the number of pages that are offered */
  onPage: (page: number, totalPages: number) => void;
}

interface PaginationProps extends PagesProps {
  /** The page sizes that can be chosen. */
  sizes: readonly number[];
  onLimit: (limit: number) => void;
}

/** Page size and pages under a list; only pages that the server allows are offered. */
export function Pagination({ label, sizes, ...props }: PaginationProps) {
  const totalPages = Math.min(props.totalPages, lastPage(props.limit));
  const [page, turnTo] = useChosen(props.page, (next) => props.onPage(next, totalPages));
  const [limit, chooseLimit] = useChosen(props.limit, props.onLimit);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex items-center gap-2 text-sm text-ink-faint">
        <Select
          label={`${label} per page`}
          hideLabel
          value={String(limit)}
          onValueChange={(value) => value && chooseLimit(Number(value))}
          options={optionsOf(sizes.map(String))}
          className="w-20 tabular-nums"
        />
        per page
      </div>
      {totalPages > 1 && (
        <nav
          aria-label={`${label}: pages`}
          className="flex items-center gap-1 max-md:w-full max-md:justify-between"
        >
          <IconButton
            label="Previous page"
            icon={ChevronLeft}
            disabled={page <= 1}
            onClick={() => turnTo(page - 1)}
          />
          <span className="text-sm text-ink-soft tabular-nums md:hidden">
            Page {page} of {totalPages}
          </span>
          {pageWindow(page, totalPages).map((n, i) =>
            n === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
              <span key={`gap-${i}`} aria-hidden className="w-6 text-center text-ink-faint max-md:hidden">
                …
              </span>
            ) : (
              <button
                key={n}
                type="button"
                aria-label={`Page ${n}`}
                aria-current={n === page ? 'page' : undefined}
                onClick={() => turnTo(n)}
                className={cx(
                  'h-control min-w-9 rounded-md px-2 text-sm tabular-nums transition-colors touch:min-w-11 max-md:hidden',
                  n === page ? 'bg-accent font-semibold text-on-accent' : 'text-ink-soft hover:bg-sunken',
                )}
              >
                {n}
              </button>
            ),
          )}
          <IconButton
            label="Next page"
            icon={ChevronRight}
            disabled={page >= totalPages}
            onClick={() => turnTo(page + 1)}
          />
        </nav>
      )}
    </div>
  );
}

/** One page after the other: 'Page X of Y (N total)'. Only pages that the server allows are counted. */
export function PreviousAndNext(props: PagesProps & { total: number }) {
  const { label, page, totalPages, limit, total, onPage } = props;
  const last = Math.max(1, Math.min(totalPages, lastPage(limit)));
  return (
    <nav aria-label={`${label}: pages`} className="flex flex-wrap items-center justify-between gap-3">
      <Button icon={ChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1, last)}>
        Previous
      </Button>
      <p className="text-sm text-ink-soft tabular-nums max-md:order-first max-md:w-full max-md:text-center">
        Page {formatNumber(page)} of {formatNumber(last)} ({formatNumber(total)} total)
      </p>
      <Button disabled={page >= last} onClick={() => onPage(page + 1, last)}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}

/**
 * The pages to offer around the current one: first, last and two neighbours, null where some are left out.
 * `pageWindow(6, 20)` is 1 … 5 6 7 … 20.
 */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, totalPages].filter((n) => n >= 1 && n <= totalPages);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((n, i) => {
    const gap = n - (pages[i - 1] ?? n) - 1;
    if (gap <= 0) return [n];
    return gap === 1 ? [n - 1, n] : [null, n];
  });
}
