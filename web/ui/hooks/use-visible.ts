import { focusManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the page is visible: not in a background tab or a minimised window. */
export const useVisible = (): boolean =>
  useSyncExternalStore(focusManager.subscribe, () => focusManager.isFocused());
