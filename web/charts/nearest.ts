export interface Place {
  x: number;
  y: number;
}

interface Near {
  /** The number of the place. */
  index: number;
  distance: number;
}

/** Where the first place at or right of `x` stands among places sorted by x. */
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
 * The place nearest to a point, null when there is none. Looks outwards from the point's x and stops
 * where places are further away by x alone, so that thousands of them cost no more than a few.
 *
 * @param places sorted by x
 */
export function nearest(places: readonly Place[], { x, y }: Place): Near | null {
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
