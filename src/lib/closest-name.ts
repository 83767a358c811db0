import { editDistance } from '../contract/shared/edit-distance.ts';

/** Normalises a name to letters and digits without accents: `Mr. Mime`, `mr mime` and `MrMime` are equal; ♀ is F. */
export const looseKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace('♀', 'f')
    .replace('♂', 'm')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A name with its precomputed loose key, for lists that are searched often. */
export interface Candidate {
  name: string;
  key: string;
}

export const candidate = (name: string): Candidate => ({ name, key: looseKey(name) });

/** The candidate with the smallest edit distance, the first one of a tie; undefined without candidates. */
export function closestName(name: string, candidates: Iterable<Candidate>): string | undefined {
  const key = looseKey(name);
  let best: { name: string; distance: number } | undefined;
  for (const one of candidates) {
    const distance = editDistance(key, one.key, best?.distance);
    if (!best || distance < best.distance) best = { name: one.name, distance };
  }
  return best?.name;
}
