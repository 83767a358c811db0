import { type RefObject, useEffect, useState } from 'react';

/** Half a screen before an element is visible, what belongs into it is loaded. */
const MARGIN = '50%';

/** Whether an element is or has been in the window, or close to it: for content that is expensive to load or draw. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !ref.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [near, ref]);
  return near;
}
