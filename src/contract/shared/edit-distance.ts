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
