import { useCallback, useMemo, useRef, useState } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { keysOf } from '../../src/contract/shared/record.ts';
import type { IgnoredFilter } from '../../src/contract/shared/search-param-values.ts';
import { useIsShown } from './use-is-shown.ts';

/** Converts a screen's state from and to its query string. */
export interface UrlStateFormat<T> {
  /** Never fails: invalid values count as absent. */
  read: (search: string) => T;
  /** With `?`; empty for the default state. */
  print: (state: T) => string;
  /** The filters of a query string that have no effect, for screens that name them. */
  ignored?: (search: string) => IgnoredFilter[];
  /** Fields that do not change the rows, so that the page number is kept. */
  keepsPage: readonly (keyof T)[];
}

/**
 * Goes to a changed state; does nothing once the screen was left. A change that affects the rows starts at page 1 again.
 *
 * @param typing the field being typed into: further changes of it replace one history entry, so that "back" leaves
 *   the search and not its last letter
 */
export type Go<T> = (change: Partial<T>, typing?: string) => void;

export interface UrlState<T> {
  params: T;
  go: Go<T>;
  /** Goes to a state without filters, and discards input that is not applied yet. */
  clear: (unfiltered: Partial<T>) => void;
  /** Counts calls of `clear`: fields use it as a key to reset themselves. */
  cleared: number;
  /** The filters of the address that have no effect. */
  ignored: readonly IgnoredFilter[];
}

/** A screen's state, kept in its URL: reload, back and a pasted link restore it (docs/screens.md). */
export function useUrlState<T extends object>(path: string, format: UrlStateFormat<T>): UrlState<T> {
  const search = useSearch();
  const params = useMemo(() => format.read(search), [format, search]);
  const ignored = useMemo(() => format.ignored?.(search) ?? [], [format, search]);
  /** The field of the last change, and the query string since then. */
  const lastTyped = useRef('');
  const isShown = useIsShown();

  const go = useCallback<Go<T>>(
    (change, typing) => {
      if (!isShown()) return;
      const now = format.read(location.search);
      const keepsPage = keysOf(change).every((key) => format.keepsPage.includes(key));
      const next = format.print({ ...now, ...(!keepsPage && { page: 1 }), ...change });
      if (next === format.print(now)) return;
      const typed = () => `${typing}${location.search}`;
      const replace = typing !== undefined && lastTyped.current === typed();
      navigate(`${path}${next}`, { replace });
      lastTyped.current = typed();
    },
    [path, format, isShown],
  );

  const [cleared, setCleared] = useState(0);
  const clear = useCallback<UrlState<T>['clear']>(
    (unfiltered) => {
      go(unfiltered);
      setCleared((times) => times + 1);
    },
    [go],
  );

  return { params, go, clear, cleared, ignored };
}
