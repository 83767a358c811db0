import { editDistance } from '../shared/edit-distance.ts';

/** The word that somebody meant, ignoring case; undefined when none is near. */
export function closestMatch(typed: string, words: readonly string[]): string | undefined {
  const key = typed.toLowerCase();
  // No word of a query's vocabulary is near to something so long.
  if (key.length > 30) return undefined;
  const [best] = words
    .map((word) => ({ word, distance: editDistance(key, word.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined;
}
