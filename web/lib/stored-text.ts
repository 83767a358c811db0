import { useSyncExternalStore } from 'react';

/**
 * A text that this browser remembers, for all its tabs. Where nothing can be stored, it lasts as long as the page.
 *
 * @param key its name in the local storage
 */
export function storedText(key: string) {
  const listeners = new Set<() => void>();
  /** The text while it cannot be stored. */
  let unstored: string | null | undefined;

  function get(): string | null {
    if (unstored !== undefined) return unstored;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  function subscribe(listener: () => void) {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
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
        unstored = undefined;
      } catch {
        unstored = value;
      }
      for (const listener of listeners) listener();
    },
  };
}
