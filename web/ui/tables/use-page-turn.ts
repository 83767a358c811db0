import { useRef } from 'react';
import { announce } from '../live-region.tsx';

/**
 * What the pages under a list do: the list shows from its top, takes the focus, and the page is announced.
 *
 * @returns `top` is the `ref` of the element that holds the list, which can take the focus
 */
export function usePageTurn(onPage: (page: number) => void) {
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
