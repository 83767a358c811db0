import { useEffect, useEffectEvent } from 'react';

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
/** What does something of its own on Enter. */
const PRESSABLE = 'a, button, summary, [role=button]';
/** A dialog that is closing takes no more keys from the page. */
const DIALOG = '[role=dialog]:not([data-ending-style])';

/** True when a key is meant for what has the focus, or for the browser. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return target.closest(TYPING) !== null || (event.key === 'Enter' && target.closest(PRESSABLE) !== null);
}

/**
 * Single keys that act wherever the focus is: never with a modifier, while typing, below a dialog, or again and again
 * while one is held down.
 *
 * @param keys by `KeyboardEvent.key`
 * @param inDialog how many open dialogs these keys belong into: 0 for the page itself
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>, inDialog: number): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || isMeantElsewhere(event) || event.repeat) return;
    if (document.querySelectorAll(DIALOG).length !== inDialog) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
