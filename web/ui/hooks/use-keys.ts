import { useEffect, useEffectEvent } from 'react';

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
/** Elements with their own action on Enter. */
const PRESSABLE = 'a, button, summary, [role=button]';
/** Open dialogs; one that is closing no longer takes keys. */
const DIALOG = '[role=dialog]:not([data-ending-style])';
/** An open menu. */
const MENU = '[popover=auto]:popover-open';

/** The key; with a keyboard of another script, such as Cyrillic, the Latin letter at its place. */
const keyOf = ({ key, code }: KeyboardEvent): string =>
  key > '\u024f' && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;

/** The name of a key with Ctrl, or the command key: `Mod+k`. */
const nameOf = (event: KeyboardEvent): string =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    ? `Mod+${keyOf(event).toLowerCase()}`
    : keyOf(event);

/** True when a key without a modifier belongs to the focused element or to the browser. Escape does not: it is not typed. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (event.key === 'Escape') return false;
  return target.closest(TYPING) !== null || (event.key === 'Enter' && target.closest(PRESSABLE) !== null);
}

type Keys = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Shortcuts, wherever the focus is. Ignored behind a dialog, beside an open menu and for repeats of a held key; single keys
 * also with a modifier and while typing.
 *
 * @param keys by `KeyboardEvent.key`, or `Mod+k` for K with Ctrl or the command key
 * @param inDialog the number of open dialogs when these keys apply: 0 for the page itself
 */
export function useKeys(keys: Keys, inDialog: number): void {
  useKeysOf(document, keys, inDialog);
}

/** Shortcuts of the whole site: those of a screen come first, and take the key. */
export function useSiteKeys(keys: Keys): void {
  useKeysOf(window, keys, 0);
}

/** Events reach the document before the window. */
function useKeysOf(target: Document | Window, keys: Keys, inDialog: number): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const action = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (!action || event.repeat || event.defaultPrevented || event.isComposing) return;
    if (!name.startsWith('Mod+') && isMeantElsewhere(event)) return;
    if (document.querySelectorAll(DIALOG).length !== inDialog || document.querySelector(MENU)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: Event) => {
      if (event instanceof KeyboardEvent) press(event);
    };
    target.addEventListener('keydown', listen);
    return () => target.removeEventListener('keydown', listen);
  }, [target]);
}
