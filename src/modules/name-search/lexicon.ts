import { foldCase } from '../../contract/query/matching.ts';
import { slug } from '../../contract/shared/text.ts';
import { looseKey } from '../../lib/closest-name.ts';
import { foldName, formKeys } from './name-keys.ts';
import { TrigramNumbers } from './trigrams.ts';

/** The keys by which a name is found. */
export interface SearchKeys {
  /** In lower case, as in the indexes of sales. */
  lower: string;
  folded: string;
  /** Only letters and digits. */
  loose: string;
  slug: string;
  /** The name combined with each of its forms, folded. */
  forms: readonly string[];
  trigrams: readonly number[];
}

/**
 * Caches the search keys of each name, so that a catalogue with one new name only computes the keys of that name. It
 * keeps the keys of removed names, since there are never many.
 */
export class Lexicon {
  readonly #keys = new Map<string, SearchKeys>();
  readonly #trigrams = new TrigramNumbers();

  of(name: string, forms: readonly string[]): SearchKeys {
    const key = [name, ...forms].join('\n');
    const known = this.#keys.get(key);
    if (known) return known;
    const folded = foldName(name);
    const keys = {
      lower: foldCase(name),
      folded,
      loose: looseKey(name),
      slug: slug(name),
      forms: [...new Set(forms.flatMap((form) => formKeys(name, form)))],
      trigrams: this.#trigrams.learn(folded),
    };
    this.#keys.set(key, keys);
    return keys;
  }

  /** The trigrams of a search text. */
  trigramsIn(folded: string): readonly number[] {
    return this.#trigrams.in(folded);
  }
}
