import { useEffect, useEffectEvent } from 'react';

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
/** Elements with their own action on Enter. */
const PRESSABLE = 'a, button, summary, [role=button]';
/** Open dialogs; one that is closing no longer takes keys. */
const DIALOG = '[role=dialog]:not([data-ending-style])';

/** True when a key belongs to the focused element or to the browser. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return target.closest(TYPING) !== null || (event.key === 'Enter' && target.closest(PRESSABLE) !== null);
}

/**
 * Single-key shortcuts, wherever the focus is. Ignored with a modifier, while typing, behind a dialog, and for repeats
 * of a held key.
 *
 * @param keys by `KeyboardEvent.key`
 * @param inDialog the number of open dialogs when these keys apply: 0 for the page itself
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>, inDialog: number): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!action || isMeantElsewhere(event) || event.repeat) return;
    if (document.querySelectorAll(DIALOG).length !== inDialog) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
