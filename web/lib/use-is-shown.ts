import { useCallback, useEffect, useRef } from 'react';
import { usePathname } from 'wouter/use-browser-location';

/**
 * Answers whether the screen is still the one shown: for what continues after an answer. A screen that was left stays
 * mounted while the script of the next one loads.
 */
export function useIsShown(): () => boolean {
  const pathname = usePathname();
  const own = useRef<string>(null);
  useEffect(() => {
    own.current = pathname;
    return () => {
      own.current = null;
    };
  }, [pathname]);
  return useCallback(() => own.current === location.pathname, []);
}
