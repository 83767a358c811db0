import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { type MouseEvent, useId, useLayoutEffect, useRef } from 'react';
import { keysOf } from '../../../src/contract/shared/record.ts';
import { storedText } from '../../lib/stored-text.ts';
import { IconButton } from '../button.tsx';

const CHOICES = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} as const;
type Theme = keyof typeof CHOICES;
const THEMES = keysOf(CHOICES);

/** Also read by web/public/theme.js, before the first paint. */
const choice = storedText('marketdex.theme');

/** The chosen theme, from this tab or another. Shows it. */
function useTheme(): Theme {
  const chosen = choice.use();
  const theme = THEMES.find((one) => one === chosen) ?? 'system';
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return theme;
}

/** The distance of the menu from its button, in pixels. */
const GAP = 4;

export function ThemeMenu() {
  const theme = useTheme();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const { Icon } = CHOICES[theme];

  function place() {
    const { bottom = 0, right = 0 } = button.current?.getBoundingClientRect() ?? {};
    menu.current?.style.setProperty('top', `${bottom + GAP}px`);
    menu.current?.style.setProperty('right', `${document.documentElement.clientWidth - right}px`);
  }

  /** With the arrow keys, the choice may continue. The click of a label tells, in WebKit that of its radio button does not. */
  function closeAfterPointer({ detail }: MouseEvent) {
    if (detail === 0) return;
    menu.current?.hidePopover();
    button.current?.focus();
  }

  return (
    <>
      <IconButton ref={button} label="Theme" icon={Icon} size="md" popoverTarget={id} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        // The arrow keys choose at once.
        onToggle={({ currentTarget }) => currentTarget.querySelector<HTMLElement>(':checked')?.focus()}
        className="fixed inset-auto m-0 w-40 rounded-md border border-line bg-raised p-1 text-base text-ink shadow-high"
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Tab and Escape close it */}
        <fieldset
          onClick={closeAfterPointer}
          // The Tab key leaves it. The button closes it itself.
          onBlur={({ currentTarget, relatedTarget: to }) => {
            if (to && to !== button.current && !currentTarget.contains(to)) menu.current?.hidePopover();
          }}
        >
          <legend className="sr-only">Theme</legend>
          {THEMES.map((one) => {
            const { label, Icon: Sign } = CHOICES[one];
            return (
              <label
                key={one}
                className="relative flex min-h-control cursor-pointer items-center gap-2.5 rounded-sm px-2.5 hover:bg-sunken has-checked:bg-accent-soft has-checked:text-accent has-checked:inset-ring has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name={id}
                  checked={one === theme}
                  onChange={() => choice.set(one === 'system' ? null : one)}
                  className="fills-label"
                />
                <Sign aria-hidden className="size-4.5" />
                {label}
                {one === theme && <Check aria-hidden className="ml-auto size-4" />}
              </label>
            );
          })}
        </fieldset>
      </div>
    </>
  );
}
