import { navigate } from 'wouter/use-browser-location';
import { PATHS } from './paths.ts';

/** The search box on screen; null on a screen without one. */
let box: HTMLInputElement | null = null;
/** The text that a search box gets with the focus when it appears; null for no focus. */
let wanted: string | null = null;

export function searchBoxRef(element: HTMLInputElement | null): void {
  box = element;
  if (!element || wanted === null) return;
  const text = wanted;
  wanted = null;
  element.focus();
  if (text) queueMicrotask(() => typeIntoSearch(text));
}

/** Whether the user is still at the search box. */
export const isAtSearch = (): boolean => box !== null && box === document.activeElement;

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
  searchFor('');
}

/** On a touch screen, shows what was found: puts the keyboard away and moves the search to the top. */
export function showFound(): void {
  if (!box || !matchMedia('(pointer: coarse)').matches) return;
  box.blur();
  box.scrollIntoView();
}

/** Goes to Market History with this text in its search box, as if it was typed there. */
export function searchFor(text: string): void {
  wanted = text;
  navigate(PATHS.market);
}

/** Replaces the text of the search box, as typing does: its suggestions open. */
export function typeIntoSearch(text: string): void {
  if (!box) return;
  box.focus();
  box.setRangeText(text, 0, box.value.length, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
