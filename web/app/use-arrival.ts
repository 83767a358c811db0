import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';

/** The last path shown, across all layouts; null before the first. */
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
 * keeps the scroll position that the browser restores.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  useEffect(() => {
    const first = arrivedAt === null;
    const moved = !first && arrivedAt !== path;
    arrivedAt = path;
    if (!moved) return;
    // The screen may have focused one of its fields already. The link that led here is hidden until the screen has loaded.
    const focused = main.current?.querySelector(':focus');
    if (!focused?.checkVisibility()) main.current?.focus({ preventScroll: true });
    if (!goingBack) scrollTo(0, 0);
    goingBack = false;
  }, [path, main]);
}
