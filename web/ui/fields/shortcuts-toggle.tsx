import { setShortcutsEnabled, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { Toggle } from './checkbox.tsx';

/** Turns the shortcuts of all screens on and off. */
export const ShortcutsToggle = () => (
  <Toggle
    label="Use keyboard shortcuts"
    hint="Of a single key, on all pages, in this browser. Ctrl-K and F6 work in any case."
    checked={useShortcutsEnabled()}
    onCheckedChange={setShortcutsEnabled}
  />
);
