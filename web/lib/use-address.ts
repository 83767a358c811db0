import { useCallback, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** How a screen's state stands in its query string. */
export interface AddressFormat<T> {
  /** Never fails: what makes no sense counts as absent. */
  read: (search: string) => T;
  /** With `?`; empty for the state that the bare address shows. */
  print: (state: T) => string;
  /** What may change without another set of rows, so that the page stays. */
  keepsPage: readonly (keyof T)[];
}

/**
 * Goes to a changed state. What changes the rows starts at page 1 again.
 *
 * @param typing the field that is being typed into: its further changes replace one entry of the history, so that
 *   "back" leaves the search and not its last letter
 */
export type Go<T> = (change: Partial<T>, typing?: string) => void;

/** A screen's state, held by its address: reload, back and a pasted link give the same (docs/product.md "Screens"). */
export function useAddress<T extends { page?: number }>(path: string, format: AddressFormat<T>) {
  const search = useSearch();
  const address = useMemo(() => format.read(search), [format, search]);
  const lastTyped = useRef({ field: '', search: '' });

  const go = useCallback<Go<T>>(
    (change, typing) => {
      const now = format.read(location.search);
      const keepsPage = Object.keys(change).every((key) => format.keepsPage.includes(key as keyof T));
      const next = format.print({ ...now, page: keepsPage ? now.page : 1, ...change });
      if (next === format.print(now)) return;
      const { field, search: typed } = lastTyped.current;
      const replace = typing !== undefined && typing === field && location.search === typed;
      navigate(`${path}${next}`, { replace });
      lastTyped.current = { field: typing ?? '', search: location.search };
    },
    [path, format],
  );

  return { address, go };
}
