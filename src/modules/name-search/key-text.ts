import { BEGINNING, INSIDE, WITH_FORM } from '../../contract/search/vocabulary.ts';
import type { SearchKeys } from './lexicon.ts';

/** Separates the keys; no key contains it. */
const END = '\n';

/** All search keys in one string, so that a search is a single pass over memory for any number of names. */
export class KeyText {
  readonly #text: string;
  /** For each key, in order: its start, the place of its name in the list, and whether it includes a form. */
  readonly #starts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #isForm: Uint8Array;

  constructor(names: readonly SearchKeys[]) {
    const keys = names.flatMap(({ key, forms }, place) => [
      { key, place, isForm: false },
      ...forms.map((form) => ({ key: form, place, isForm: true })),
    ]);
    let start = 0;
    this.#starts = Uint32Array.from(keys, ({ key }) => {
      const own = start;
      start += key.length + 1;
      return own;
    });
    this.#places = Uint32Array.from(keys, ({ place }) => place);
    this.#isForm = Uint8Array.from(keys, ({ isForm }) => Number(isForm));
    this.#text = keys.map(({ key }) => key + END).join('');
  }

  /** Records the best rank of each name that contains the text: its distance, see `FoundName`. */
  find(text: string, ranks: Map<number, number>): void {
    if (text.includes(END)) return;
    let key = 0;
    for (let at = this.#text.indexOf(text); at >= 0; at = this.#text.indexOf(text, this.#starts[key])) {
      while ((this.#starts[key + 1] ?? Number.POSITIVE_INFINITY) <= at) key += 1;
      const place = this.#places[key] ?? 0;
      const rank = this.#isForm[key] ? WITH_FORM : at === this.#starts[key] ? BEGINNING : INSIDE;
      ranks.set(place, Math.min(ranks.get(place) ?? rank, rank));
      key += 1;
      if (key === this.#starts.length) return;
    }
  }
}
