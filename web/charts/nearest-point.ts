export interface Point {
  x: number;
  y: number;
}

interface Near {
  /** Index in the list of points. */
  index: number;
  distance: number;
}

/** Index of the first point at or right of `x`, by binary search. */
function firstFrom(points: readonly Point[], x: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.x ?? Number.POSITIVE_INFINITY) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The point nearest to `x`, `y`; null for an empty list. The search moves outwards from `x` and stops when the
 * horizontal distance exceeds the best distance, so thousands of points cost little more than a few.
 *
 * @param points sorted by x
 */
export function nearestPoint(points: readonly Point[], { x, y }: Point): Near | null {
  const start = firstFrom(points, x);
  let best: Near = { index: -1, distance: Number.POSITIVE_INFINITY };
  for (const [from, step] of [
    [start, 1],
    [start - 1, -1],
  ] as const) {
    for (let index = from; ; index += step) {
      const point = points[index];
      if (!point || Math.abs(point.x - x) >= best.distance) break;
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < best.distance) best = { index, distance };
    }
  }
  return best.index < 0 ? null : best;
}
