import { useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { Kbd } from '../../../ui/kbd.tsx';

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
