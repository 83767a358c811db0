import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the page is in sight: not in a tab behind others, nor in a window that is put away. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);
