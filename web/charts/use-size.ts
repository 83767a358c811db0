import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMedia } from '../ui/hooks/use-media.ts';

/** Fits A4 and Letter in portrait: browsers do not measure a page before they print it. */
const PAPER_WIDTH = 600;
/** The root font size for which the sizes of charts are given. */
const FONT_SIZE = 16;

interface Size {
  /** In CSS pixels; 0 before the first measurement. */
  width: number;
  /** The factor by which the browser's text is larger than usual. */
  scale: number;
}

const scaleOf = (root: Element): number =>
  (Number.parseFloat(getComputedStyle(root).fontSize) || FONT_SIZE) / FONT_SIZE;

/** Tracks the size that a chart in the element has, on screen and on paper. */
export function useSize(): Size & { ref: RefObject<HTMLDivElement | null> } {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, scale: 1 });
  const isPrinted = useMedia('print');
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) =>
      setSize({
        width: Math.round(entry?.contentRect.width ?? 0),
        scale: scaleOf(document.documentElement),
      }),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, scale: size.scale, width: isPrinted && size.width > 0 ? PAPER_WIDTH : size.width };
}
