import { Kbd } from '../../../ui/kbd.tsx';
import { useKeysOn } from '../state/keys-setting.ts';

/** The key of a button, where there is a keyboard and its keys are on. */
export function Shortcut({ children }: { children: string }) {
  const on = useKeysOn();
  return (
    on && (
      <span aria-hidden className="opacity-75 max-md:hidden pointer-coarse:hidden">
        <Kbd>{children}</Kbd>
      </span>
    )
  );
}
