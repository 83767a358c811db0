/**
 * Edit distance of two texts by optimal string alignment: insertions, deletions, substitutions and swaps of adjacent
 * characters cost 1 each. Infinity as soon as the distance is known to be `limit` or more.
 */
export function editDistance(from: string, to: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(from.length - to.length) >= limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const replaced = (last[column - 1] ?? 0) + (same ? 0 : 1);
      let edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
      if (
        !same &&
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      )
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    // A swap depends on the row before the last, so two rows must exceed the limit.
    if (Math.min(...last) >= limit && Math.min(...current) >= limit) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** The candidate closest to a misspelled word, case-insensitive; undefined when none is close enough. */
export function closestMatch(typed: string, candidates: readonly string[]): string | undefined {
  const key = typed.toLowerCase();
  // No candidate is that long; the limit bounds the cost of the edit distance.
  if (key.length > 30) return undefined;
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(key, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}
