import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** False while the device certainly has no network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
