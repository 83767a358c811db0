import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';

/** The last path and step shown, across all layouts; null before the first. */
let arrivedAt: string | null = null;
let goingBack = false;
addEventListener('popstate', () => {
  goingBack = true;
});
// Going back may have changed the query string only. wouter dispatches this event.
addEventListener('pushState', () => {
  goingBack = false;
});

/**
 * After a change of screen, moves focus to the new one and scrolls to the top, as a page load would. Going back
 * keeps the scroll position that the browser restores, and an address with a hash that of its element.
 *
 * @param place takes the focus: the screen's `main`, or its heading inside it
 * @param step the current one, on a screen that has several under one path
 */
export function useArrival(place: RefObject<HTMLElement | null>, step = ''): void {
  const at = useLocation()[0] + step;
  useEffect(() => {
    const first = arrivedAt === null;
    const moved = !first && arrivedAt !== at;
    arrivedAt = at;
    if (!moved) return;
    // The screen may have focused one of its fields already.
    const focused = place.current?.closest('main')?.querySelector(':focus');
    if (!focused) place.current?.focus({ preventScroll: true });
    // A link to a part of the screen has led there, if it is shown by now.
    if (!goingBack && !document.getElementById(location.hash.slice(1))) scrollTo(0, 0);
    goingBack = false;
  }, [at, place]);
}
