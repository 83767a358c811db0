import type { Spelled } from './lexicon.ts';

/** Kinds of hits, the better first. */
const RANK = { prefix: 0, inside: 1, form: 2 } as const;

/** Stands between the texts; in none of them. */
const END = '\n';

/** All searched texts in one string: finding in it is one pass over memory, however many names there are. */
export class KeyText {
  readonly #text: string;
  /** Where each key starts, in order; the place of its name; whether it is a form's. */
  readonly #starts: number[] = [];
  readonly #places: number[] = [];
  readonly #isForm: boolean[] = [];

  constructor(names: readonly Spelled[]) {
    const keys: string[] = [];
    let start = 0;
    const add = (key: string, place: number, isForm: boolean) => {
      this.#starts.push(start);
      this.#places.push(place);
      this.#isForm.push(isForm);
      keys.push(key);
      start += key.length + 1;
    };
    names.forEach(({ lower, folded, forms }, place) => {
      add(lower, place, false);
      if (folded !== lower) add(folded, place, false);
      for (const form of forms) add(form, place, true);
    });
    this.#text = keys.map((key) => key + END).join('');
  }

  /** Notes for each name that has the text the best of its ranks. */
  find(text: string, ranks: Map<number, number>): void {
    if (text.includes(END)) return;
    let key = 0;
    for (let at = this.#text.indexOf(text); at >= 0; at = this.#text.indexOf(text, this.#starts[key])) {
      while ((this.#starts[key + 1] ?? Number.POSITIVE_INFINITY) <= at) key += 1;
      const place = this.#places[key] ?? 0;
      const rank = this.#isForm[key] ? RANK.form : at === this.#starts[key] ? RANK.prefix : RANK.inside;
      ranks.set(place, Math.min(ranks.get(place) ?? rank, rank));
      key += 1;
      if (key === this.#starts.length) return;
    }
  }
}
