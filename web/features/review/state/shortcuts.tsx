import { storedText } from '../../../lib/stored-text.ts';
import { Kbd } from '../../../ui/kbd.tsx';

const choice = storedText('marketdex.review-keys');

/** Single-key shortcuts can be turned off (WCAG 2.1.4): speech input may trigger them by accident. */
export const setShortcutsEnabled = (on: boolean): void => choice.set(on ? null : 'off');

/** Whether the shortcuts of the review screen are on. Follows changes in other tabs. */
export const useShortcutsEnabled = (): boolean => choice.use() !== 'off';

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
