/** The trigrams of each word of a slug, padded with two spaces before and one after, as in pg_trgm. */
export function trigramsOf(slug: string): string[] {
  const found = new Set<string>();
  for (const word of slug.split('-')) {
    if (!word) continue;
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return [...found];
}

/** The weight of the share of the search text that a name contains, since users rarely type the whole name. */
const PART = 0.6;

/** Finds the names that share the most trigrams with a search text, without comparing it with all of them. */
export class TrigramIndex {
  /** By trigram: the places of the names that have it. */
  readonly #places = new Map<string, number[]>();
  /** The number of trigrams of each name. */
  readonly #sizes: readonly number[];

  /** @param names the trigrams of each name; results refer to a name by its index in this list */
  constructor(names: readonly (readonly string[])[]) {
    this.#sizes = names.map((trigrams) => trigrams.length);
    for (const [place, trigrams] of names.entries())
      for (const trigram of trigrams) {
        const places = this.#places.get(trigram);
        if (places) places.push(place);
        else this.#places.set(trigram, [place]);
      }
  }

  /** The places of the names with at least the similarity `least`, and their similarity, 0 to 1; most similar first. */
  near(trigrams: readonly string[], least: number): { place: number; similarity: number }[] {
    const shared = new Uint8Array(this.#sizes.length);
    const touched: number[] = [];
    for (const trigram of trigrams)
      for (const place of this.#places.get(trigram) ?? []) {
        const before = shared[place] ?? 0;
        if (before === 0) touched.push(place);
        shared[place] = before + 1;
      }
    const similarity = (place: number) => {
      const both = shared[place] ?? 0;
      const either = trigrams.length + (this.#sizes[place] ?? 0) - both;
      return Math.max(both / either, (PART * both) / trigrams.length);
    };
    const near: { place: number; similarity: number }[] = [];
    for (const place of touched) {
      const alike = similarity(place);
      if (alike >= least) near.push({ place, similarity: alike });
    }
    return near.sort((a, b) => b.similarity - a.similarity);
  }
}
