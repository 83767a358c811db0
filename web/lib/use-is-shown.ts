import { useCallback, useEffect, useRef } from 'react';

/**
 * Answers whether the screen is still the one shown: for what continues after an answer. A screen that was left stays
 * mounted while the script of the next one loads.
 */
export function useIsShown(): () => boolean {
  const own = useRef<string | null>(location.pathname);
  // Each time it is drawn, because the same path can be written in several ways.
  useEffect(() => {
    own.current = location.pathname;
    return () => {
      own.current = null;
    };
  });
  return useCallback(() => own.current === location.pathname, []);
}
