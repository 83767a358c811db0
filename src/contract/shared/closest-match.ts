import { editDistance } from './edit-distance.ts';

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
