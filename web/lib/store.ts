import { useSyncExternalStore } from 'react';

/** A value outside React. */
export function createStore<T>(initial: T) {
  const listeners = new Set<() => void>();
  let value = initial;
  const get = (): T => value;
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return {
    get,
    subscribe,
    /** The value, for components. */
    use: (): T => useSyncExternalStore(subscribe, get),
    set(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
