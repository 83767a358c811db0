import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '../button.tsx';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';

const LABELS = {
  system: { label: 'Theme: as the system', Icon: Monitor },
  light: { label: 'Theme: light', Icon: Sun },
  dark: { label: 'Theme: dark', Icon: Moon },
} as const satisfies Record<Theme, unknown>;

/** Cycles through the system's theme, light and dark. */
export function ThemeToggle() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const { label, Icon } = LABELS[theme];
  return (
    <IconButton
      label={`${label}. Change to ${next}`}
      icon={<Icon aria-hidden className="size-4.5" />}
      onClick={() => setTheme(next)}
    />
  );
}
