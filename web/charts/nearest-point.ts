export interface Place {
  x: number;
  y: number;
}

interface Near {
  /** The index of the point. */
  index: number;
  distance: number;
}

/** The index of the first point at or right of `x`, in points sorted by x. */
function firstFrom(places: readonly Place[], x: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.x ?? Number.POSITIVE_INFINITY) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The point nearest to a position; null without points. Searches outwards from the position and stops when the
 * distance in x alone is too large, so thousands of points cost little more than a few.
 *
 * @param places sorted by x
 */
export function nearestPoint(places: readonly Place[], { x, y }: Place): Near | null {
  const start = firstFrom(places, x);
  let best: Near = { index: -1, distance: Number.POSITIVE_INFINITY };
  for (const [from, step] of [
    [start, 1],
    [start - 1, -1],
  ] as const) {
    for (let index = from; ; index += step) {
      const place = places[index];
      if (!place || Math.abs(place.x - x) >= best.distance) break;
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < best.distance) best = { index, distance };
    }
  }
  return best.index < 0 ? null : best;
}
