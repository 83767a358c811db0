import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the page is visible: not in a background tab or a minimised window. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);
