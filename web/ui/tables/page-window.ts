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
