import { navigate } from 'wouter/use-browser-location';
import { PATHS } from './paths.ts';

/** The search box on screen; null on a screen without one. */
let box: HTMLInputElement | null = null;
let isWanted = false;

/** The `ref` of the search box. */
export function searchBoxRef(element: HTMLInputElement | null): void {
  box = element;
  if (!element || !isWanted) return;
  isWanted = false;
  element.focus();
}

/**
 * Focuses the search box; from a screen without one it goes to Market History first.
 *
 * @param selects whether typing replaces its text
 */
export function focusSearch(selects = true): void {
  if (box) {
    box.focus();
    if (selects) box.select();
    return;
  }
  isWanted = true;
  navigate(PATHS.market);
}

/** Replaces the text of the search box, as typing does: its suggestions open. */
export function typeIntoSearch(text: string): void {
  if (!box) return;
  box.focus();
  box.setRangeText(text, 0, box.value.length, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
