import { useEffect } from 'react';

/** The title of the page while this is shown; without one it stays as it is. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = `${title} · MarketDex`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
