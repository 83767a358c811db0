/** The runs of three letters of each word, with two blanks before it and one after, as pg_trgm counts them. */
function trigramsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.split(' ')) {
    if (!word) continue;
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
}

/** Of a trigram that is in no text. */
const IN_NONE = -1;

/** Numbers of trigrams, the same for the same letters. */
export class TrigramNumbers {
  readonly #numbers = new Map<string, number>();

  /** Those of a text that is searched for: it adds nothing, whatever strangers type. */
  in(text: string): readonly number[] {
    return Array.from(trigramsOf(text), (trigram) => this.#numbers.get(trigram) ?? IN_NONE);
  }

  /** Those of a text that is found. */
  learn(text: string): readonly number[] {
    for (const trigram of trigramsOf(text))
      if (!this.#numbers.has(trigram)) this.#numbers.set(trigram, this.#numbers.size);
    return this.in(text);
  }
}

/** Who types has seldom typed all of it: that much a text counts that has the typed part among others. */
const PART = 0.6;

/** Finds the texts that share the most runs of letters with another one, without reading them all. */
export class TrigramIndex {
  readonly #postings: number[][] = [];
  readonly #sizes: readonly number[];

  /** @param texts the trigrams of each, which is known by its place in the list from then on */
  constructor(texts: readonly (readonly number[])[]) {
    this.#sizes = texts.map((trigrams) => trigrams.length);
    texts.forEach((trigrams, place) => {
      for (const trigram of trigrams) {
        const posting = this.#postings[trigram];
        if (posting) posting.push(place);
        else this.#postings[trigram] = [place];
      }
    });
  }

  /** Places of the texts that are at least so much alike, with their similarity, 0 to 1; the likeliest first. */
  near(trigrams: readonly number[], least: number): { place: number; similarity: number }[] {
    const shared = new Uint8Array(this.#sizes.length);
    const touched: number[] = [];
    for (const trigram of trigrams)
      for (const place of this.#postings[trigram] ?? []) {
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
