import { useSyncExternalStore } from 'react';

const KEY = 'marketdex.review-keys';
const listeners = new Set<() => void>();
/** Of this page, where nothing can be stored. */
let off = false;

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return !off;
  }
}

/** Single keys can be turned off (WCAG 2.1.4): whoever dictates would press them by speaking. */
export function setKeysOn(on: boolean): void {
  off = !on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Without storage the choice holds for this page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Whether the keys of the review screen act, here or in another tab. */
export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, isOn);
