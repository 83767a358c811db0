import { useShortcutsEnabled } from '../lib/shortcuts.ts';
import { cx } from './cx.ts';
import { ShortcutsToggle } from './fields/shortcuts-toggle.tsx';
import { Kbd } from './kbd.tsx';

type Shortcut = readonly [key: string, effect: string];

/** The shortcuts of every screen, which are never turned off. */
const SITE_SHORTCUTS: readonly Shortcut[] = [
  ['Ctrl-K', 'Search from any page'],
  ['F6', 'Go to the latest message at the edge of the page, such as its “Undo”'],
];

/** Shortcuts of a single key with the switch that turns them off, and those of every screen. */
export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const enabled = useShortcutsEnabled();
  return (
    <>
      <ShortcutsToggle />
      <dl className="mt-3 space-y-2.5">
        {[...shortcuts, ...SITE_SHORTCUTS].map(([key, effect], at) => (
          <div
            key={key}
            className={cx(
              'flex items-baseline gap-4 text-base',
              !enabled && at < shortcuts.length && 'text-ink-faint',
            )}
          >
            <dt className="w-14 shrink-0">
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
