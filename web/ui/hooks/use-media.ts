import { useCallback, useSyncExternalStore } from 'react';

/** Tailwind's widths, and its variant `touch` (web/ui/base.css). */
const MEDIA = {
  belowMd: '(width < 48rem)',
  md: '(width >= 48rem)',
  lg: '(width >= 64rem)',
  xl: '(width >= 80rem)',
  print: 'print',
  coarse: '(pointer: coarse)',
  touch: '(width < 48rem), (pointer: coarse)',
} as const;

/** True while a media query matches; for what CSS cannot do. */
export function useMedia(name: keyof typeof MEDIA): boolean {
  const query = MEDIA[name];
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
