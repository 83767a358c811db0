import { type RefObject, useEffect, useState } from 'react';

/** The visible part of an element from which its content is due. */
const PART = 0.2;

/** Whether a fifth of an element is or has been in the window: for content that is expensive to load or draw. */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !ref.current) return;
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if ((entry?.intersectionRatio ?? 0) >= PART) setSeen(true);
    };
    const observer = new IntersectionObserver(look, { threshold: PART });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [seen, ref]);
  return seen;
}
