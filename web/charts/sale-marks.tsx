import { memo } from 'react';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import type { Frame } from './frame.ts';
import { type MarkerStyle, shapePath } from './marker-styles.ts';

/** A sale, or a day of sales, at its position in the plot. */
interface Mark {
  x: number;
  y: number;
  /** Positions of the day's lowest and highest price; equal for a single sale. */
  yLow: number;
  yHigh: number;
  style: MarkerStyle;
}

interface SaleMarksProps {
  frame: Frame;
  marks: readonly Mark[];
  /** Half of a dot's width, in pixels. */
  size: number;
}

/** Up to this many shapes are separate paths, whose overlap shows density; more are drawn as one path, for speed. */
const MAX_SEPARATE_SHAPES = LIMITS.priceHistory.points;

function Shapes({ paths }: { paths: readonly string[] }) {
  if (paths.length > MAX_SEPARATE_SHAPES) return <path d={paths.join('')} />;
  // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity except its index
  return paths.map((path, i) => <path key={i} d={path} />);
}

/**
 * The dots, and a line from each day's lowest to its highest price. They are plain paths, because Victory's data
 * components are too slow for thousands of points. `memo` limits redrawing to changes of the data or the size.
 */
export const SaleMarks = memo(function SaleMarks({ frame, marks, size }: SaleMarksProps) {
  const ranges = marks
    .filter(({ yLow, yHigh }) => yLow !== yHigh)
    .map(({ x, yLow, yHigh }) => `M${x.toFixed(1)} ${yLow.toFixed(1)}V${yHigh.toFixed(1)}`)
    .join('');
  return (
    <svg
      aria-hidden
      width={frame.width}
      height={frame.height}
      className="pointer-events-none absolute inset-0"
    >
      {ranges && (
        <path d={ranges} className="fill-none stroke-accent/30" strokeWidth={2} strokeLinecap="round" />
      )}
      {[...Map.groupBy(marks, ({ style }) => style)].map(([style, group]) => (
        <g
          key={style.className}
          data-marks
          className={style.className}
          strokeWidth={style.shape === 'ring' ? 1.5 : 0.75}
        >
          <Shapes paths={group.map(({ x, y }) => shapePath(style.shape, x, y, size))} />
        </g>
      ))}
    </svg>
  );
});
