import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';

const CHOICES = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} as const satisfies Record<Theme, unknown>;

/** Chooses the system's theme, light or dark. The select covers the icon of the choice. */
export function ThemeMenu() {
  const theme = useTheme();
  const { Icon } = CHOICES[theme];
  return (
    <span className="relative inline-flex size-control shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Icon aria-hidden className="size-4.5" />
      <select
        aria-label="Theme"
        title={`Theme: ${CHOICES[theme].label}`}
        value={theme}
        onChange={(event) => setTheme(THEMES.find((one) => one === event.target.value) ?? 'system')}
        className="absolute inset-0 size-full bg-raised text-[1rem] text-ink opacity-0"
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {CHOICES[one].label}
          </option>
        ))}
      </select>
    </span>
  );
}
