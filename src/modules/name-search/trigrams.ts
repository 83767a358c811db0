/** The trigrams of each word of a slug, padded with two spaces before and one after, as in pg_trgm. */
function trigramsOf(slug: string): Set<string> {
  const found = new Set<string>();
  for (const word of slug.split('-')) {
    if (!word) continue;
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
}

/** The number of a trigram that is in no indexed text. */
const UNKNOWN = -1;

export class TrigramNumbers {
  readonly #numbers = new Map<string, number>();

  /** The numbers for the slug of a search text. Adds no trigrams, so that clients cannot grow the map. */
  in(slug: string): readonly number[] {
    // `slice` trims the capacity, which is up to three times the length.
    return Array.from(trigramsOf(slug), (trigram) => this.#numbers.get(trigram) ?? UNKNOWN).slice();
  }

  /** The numbers for the slug of an indexed name; adds its new trigrams. */
  learn(slug: string): readonly number[] {
    for (const trigram of trigramsOf(slug))
      if (!this.#numbers.has(trigram)) this.#numbers.set(trigram, this.#numbers.size);
    return this.in(slug);
  }
}

/** The weight of the share of the search text that a name contains, since users rarely type the whole name. */
const PART = 0.6;

/** Less similar texts are not found. */
const MIN_CANDIDATE_SIMILARITY = 0.14;

/** Finds the texts that share the most trigrams with a search text, without comparing it with all of them. */
export class TrigramIndex {
  /** By trigram: the places of the texts that have it. */
  readonly #places: number[][] = [];
  /** The number of trigrams of each text. */
  readonly #sizes: readonly number[];

  /** @param texts the trigrams of each text; results refer to a text by its index in this list */
  constructor(texts: readonly (readonly number[])[]) {
    this.#sizes = texts.map((trigrams) => trigrams.length);
    for (const [place, trigrams] of texts.entries())
      for (const trigram of trigrams) {
        this.#places[trigram] ??= [];
        this.#places[trigram].push(place);
      }
  }

  /** The places of the texts with at least `MIN_CANDIDATE_SIMILARITY`, and their similarity, 0 to 1; most similar first. */
  near(trigrams: readonly number[]): { place: number; similarity: number }[] {
    const shared = new Uint8Array(this.#sizes.length);
    const touched: number[] = [];
    for (const trigram of trigrams)
      for (const place of this.#places[trigram] ?? []) {
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
      if (alike >= MIN_CANDIDATE_SIMILARITY) near.push({ place, similarity: alike });
    }
    return near.sort((a, b) => b.similarity - a.similarity);
  }
}
