import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, THEMES, type Theme, useTheme } from '../lib/theme.ts';
import { IconButton } from './button.tsx';

const LOOKS = {
  system: { label: 'Theme: as the system', Icon: Monitor },
  light: { label: 'Theme: light', Icon: Sun },
  dark: { label: 'Theme: dark', Icon: Moon },
} as const satisfies Record<Theme, unknown>;

/** Goes from the system's theme to light, to dark, and round. */
export function ThemeToggle() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const { label, Icon } = LOOKS[theme];
  return (
    <IconButton
      label={`${label}. Change to ${next}`}
      icon={<Icon aria-hidden className="size-4.5" />}
      onClick={() => setTheme(next)}
    />
  );
}
