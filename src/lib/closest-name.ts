import { editDistance } from '../contract/shared/edit-distance.ts';
import { nameKey } from '../contract/shared/text.ts';

/** A name with its precomputed key, for lists that are searched often. */
export interface Candidate {
  name: string;
  key: string;
}

export const candidate = (name: string): Candidate => ({ name, key: nameKey(name) });

/** The candidate with the smallest edit distance, the first one of a tie; undefined without candidates. */
export function closestName(name: string, candidates: Iterable<Candidate>): string | undefined {
  const key = nameKey(name);
  let best: { name: string; distance: number } | undefined;
  for (const one of candidates) {
    const distance = editDistance(key, one.key, best?.distance);
    if (!best || distance < best.distance) best = { name: one.name, distance };
  }
  return best?.name;
}
