import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { takeLostFocus } from './focus.ts';

/**
 * The `onFocus` of rows: when one disappears with the keyboard focus, such as a row that no longer matches, the given element
 * takes it.
 */
export function useKeptFocus(to: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    takeLostFocus(to.current);
  });
  return ({ target }: FocusEvent) => {
    focused.current = target;
  };
}
