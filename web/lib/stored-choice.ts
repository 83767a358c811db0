import { useSyncExternalStore } from 'react';

/**
 * A choice that this browser remembers, for all its tabs. Where nothing can be stored, it lasts as long as the page.
 *
 * @param key its name in the local storage
 */
export function storedChoice(key: string) {
  const listeners = new Set<() => void>();
  let unstored: string | null = null;

  function get(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return unstored;
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
    /** The choice; null before the first one. */
    use: (): string | null => useSyncExternalStore(subscribe, get),
    /** Remembers a choice; null forgets it. */
    set(value: string | null): void {
      unstored = value;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Kept for this page.
      }
      for (const listener of listeners) listener();
    },
  };
}
