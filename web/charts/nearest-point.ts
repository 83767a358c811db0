export interface Point {
  x: number;
  y: number;
}

interface Near {
  /** Index in the list of points. */
  index: number;
  distance: number;
}

/** The point nearest to `x`, `y`; null for an empty list. */
export function nearestPoint(points: readonly Point[], { x, y }: Point): Near | null {
  let best: Near | null = null;
  for (const [index, point] of points.entries()) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (!best || distance < best.distance) best = { index, distance };
  }
  return best;
}
