import { useSyncExternalStore } from 'react';
import { keptText } from './kept-text.ts';
import { createStore } from './store.ts';

/**
 * A text that this browser remembers, for all its tabs. Where nothing can be stored, it lasts as long as the page.
 *
 * @param key its name in the local storage
 */
export function storedText(key: string) {
  const stored = keptText('localStorage', key);
  /** The text while it cannot be stored. */
  const unstored = createStore<string | null | undefined>(undefined);

  function get(): string | null {
    const text = unstored.get();
    return text === undefined ? stored.get() : text;
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
      unstored.set(stored.set(value) ? undefined : value);
    },
  };
}
