import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { announce } from '../live-region.tsx';

/** The last path and step shown, across all layouts, with the address at its arrival; null before the first. */
let arrived: { at: string; address: string } | null = null;
let goingBack = false;
addEventListener('popstate', () => {
  goingBack = true;
});
// Going back may have changed the query string only. wouter dispatches this event.
addEventListener('pushState', () => {
  goingBack = false;
});

/** What opens a screen: the row of a list, whose button names the path in `data-opens`, else a link. */
function openerOf({ at, address }: { at: string; address: string }, place: HTMLElement | null) {
  const find = (attribute: string, value: string) =>
    place?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(value)}"]`);
  return find('data-opens', at) ?? find('href', address) ?? find('href', at);
}

/** Announces the heading of a screen once it is there: its script and data may have to load. Returns how to stop that. */
function announceHeading(main: HTMLElement): () => void {
  const observer = new MutationObserver(look);
  function look() {
    const heading = main.querySelector('h1')?.textContent;
    if (!heading) return;
    observer.disconnect();
    announce(heading);
  }
  observer.observe(main, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

/**
 * After a change of screen, moves focus to the new one, announces it and scrolls to the top, as a page load would. Going
 * back focuses what opened the screen that was left, and keeps the scroll position that the browser restores; an address
 * with a hash keeps that of its element.
 *
 * @param place takes the focus: the screen's `main`, or its heading inside it
 * @param step the current one, on a screen that has several under one path
 */
export function useArrival(place: RefObject<HTMLElement | null>, step = ''): void {
  const at = useLocation()[0] + step;
  useEffect(() => {
    const left = arrived;
    if (left?.at === at) return;
    arrived = { at, address: at + location.search };
    if (left === null) return;
    // The screen may have focused one of its fields already.
    const focused = place.current?.closest('main')?.querySelector(':focus');
    const opener = goingBack ? openerOf(left, place.current) : undefined;
    if (!focused) (opener ?? place.current)?.focus({ preventScroll: true });
    // A link to a part of the screen has led there, if it is shown by now.
    if (!goingBack && !document.getElementById(location.hash.slice(1))) scrollTo(0, 0);
    goingBack = false;
    return place.current ? announceHeading(place.current) : undefined;
  }, [at, place]);
}
