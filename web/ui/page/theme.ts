import { useLayoutEffect } from 'react';
import { storedChoice } from '../../lib/stored-choice.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by web/public/theme.js, before the first paint. */
const choice = storedChoice('marketdex.theme');

/** Switches the theme and remembers the choice. */
export const setTheme = (theme: Theme): void => choice.set(theme === 'system' ? null : theme);

/** The chosen theme, from this tab or another. Shows it. */
export function useTheme(): Theme {
  const chosen = choice.use();
  const theme = THEMES.find((one) => one === chosen) ?? 'system';
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return theme;
}
