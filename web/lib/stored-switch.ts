import { useSyncExternalStore } from 'react';

export interface StoredSwitch {
  /** Whether it is on. Follows changes in other tabs. */
  useOn: () => boolean;
  set: (on: boolean) => void;
}

/** A choice that the browser remembers, on by default. Without storage it lasts as long as the page. */
export function storedSwitch(key: string): StoredSwitch {
  const listeners = new Set<() => void>();
  let off = false;

  function isOn(): boolean {
    try {
      return localStorage.getItem(key) !== 'off';
    } catch {
      return !off;
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
    useOn: () => useSyncExternalStore(subscribe, isOn),
    set(on) {
      off = !on;
      try {
        if (on) localStorage.removeItem(key);
        else localStorage.setItem(key, 'off');
      } catch {
        // Kept in `off`.
      }
      for (const listener of listeners) listener();
    },
  };
}
