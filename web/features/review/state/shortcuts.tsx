import { useSyncExternalStore } from 'react';
import { Kbd } from '../../../ui/kbd.tsx';

const KEY = 'marketdex.review-keys';
const listeners = new Set<() => void>();
/** Holds for this page where nothing can be stored. */
let off = false;

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return !off;
  }
}

/** Single-key shortcuts can be turned off (WCAG 2.1.4): speech input may trigger them by accident. */
export function setShortcutsEnabled(on: boolean): void {
  off = !on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Whether the shortcuts of the review screen are on. Follows changes in other tabs. */
export const useShortcutsEnabled = (): boolean => useSyncExternalStore(subscribe, isOn);

/** Shows the shortcut of a button on devices with a keyboard, while shortcuts are on. */
export function Shortcut({ children }: { children: string }) {
  return (
    useShortcutsEnabled() && (
      <span aria-hidden className="opacity-75 max-md:hidden pointer-coarse:hidden">
        <Kbd>{children}</Kbd>
      </span>
    )
  );
}
