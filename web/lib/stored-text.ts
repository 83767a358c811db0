import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/**
 * A text that this browser remembers, for all its tabs. Where nothing can be stored, it lasts as long as the page.
 *
 * @param key its name in the local storage
 */
export function storedText(key: string) {
  /** The text while it cannot be stored. */
  const unstored = createStore<string | null | undefined>(undefined);

  function get(): string | null {
    const text = unstored.get();
    if (text !== undefined) return text;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  function subscribe(listener: () => void) {
    const unsubscribe = unstored.subscribe(listener);
    addEventListener('storage', listener);
    return () => {
      unsubscribe();
      removeEventListener('storage', listener);
    };
  }

  return {
    /** The text; null before the first one. */
    get,
    /** The text, for components. */
    use: (): string | null => useSyncExternalStore(subscribe, get),
    /** Remembers a text; null forgets it. */
    set(value: string | null): void {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
        unstored.set(undefined);
      } catch {
        unstored.set(value);
      }
    },
  };
}
