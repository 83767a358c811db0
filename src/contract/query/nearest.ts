/** Letters to add, drop, change or swap with their neighbour to make one word of another. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row[j] = cost;
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** The word that somebody meant, ignoring case; undefined when none is near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const key = typed.toLowerCase();
  // No word of a query's vocabulary is near to something so long.
  if (key.length > 30) return undefined;
  const [best] = words
    .map((word) => ({ word, distance: edits(key, word.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined;
}
