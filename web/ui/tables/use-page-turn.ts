import { type RefObject, useRef } from 'react';
import { announce } from '../live-region.tsx';

interface PageTurn {
  /** The element that holds the list, which can take the focus. */
  top: RefObject<HTMLElement | null>;
  /** Opens one of the pages at the top of the list. */
  turnTo: (page: number, totalPages: number) => void;
}

/** What the pages under a list do: the list shows from its top, takes the focus, and the page is announced. */
export function usePageTurn(onPage: (page: number) => void): PageTurn {
  const top = useRef<HTMLElement>(null);
  function turnTo(page: number, totalPages: number) {
    onPage(page);
    top.current?.scrollIntoView({ block: 'start' });
    // The button may have turned to the last page, which disables it.
    top.current?.focus({ preventScroll: true });
    announce(`Page ${page} of ${totalPages}`);
  }
  return { top, turnTo };
}
