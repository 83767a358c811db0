import { editDistance } from '../contract/shared/edit-distance.ts';

/** A name reduced to its letters and digits, without accents: `Mr. Mime`, `mr mime` and `MrMime` are one; ♀ is F. */
export const looseKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace('♀', 'f')
    .replace('♂', 'm')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A name with its loose key, made once for a list that is searched often. */
export interface Candidate {
  name: string;
  key: string;
}

export const candidate = (name: string): Candidate => ({ name, key: looseKey(name) });

/** The candidate's name that the fewest edits reach, the first of equals; undefined when there is none. */
export function nearest(name: string, candidates: Iterable<Candidate>): string | undefined {
  const key = looseKey(name);
  let best: { name: string; distance: number } | undefined;
  for (const one of candidates) {
    const distance = editDistance(key, one.key, best?.distance);
    if (!best || distance < best.distance) best = { name: one.name, distance };
  }
  return best?.name;
}
