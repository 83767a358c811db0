import { foldCase } from '../../contract/query/matching.ts';
import { slug } from '../../contract/shared/text.ts';
import { looseKey } from '../../lib/closest-name.ts';
import { foldName, formKeys } from './name-keys.ts';
import { TrigramNumbers } from './trigrams.ts';

/** What a name is found by. */
export interface Spelled {
  /** In lower case, as the sales are found by. */
  lower: string;
  folded: string;
  /** Letters and digits alone. */
  loose: string;
  slug: string;
  /** How it is asked for by a form. */
  forms: readonly string[];
  trigrams: readonly number[];
}

/**
 * What names are found by, made once for each: a catalogue with one name more costs no more than that name.
 * Names are never so many that those which are gone matter.
 */
export class Lexicon {
  readonly #spelled = new Map<string, Spelled>();
  readonly #trigrams = new TrigramNumbers();

  of(name: string, forms: readonly string[]): Spelled {
    const key = [name, ...forms].join('\n');
    const known = this.#spelled.get(key);
    if (known) return known;
    const folded = foldName(name);
    const spelled = {
      lower: foldCase(name),
      folded,
      loose: looseKey(name),
      slug: slug(name),
      forms: [...new Set(forms.flatMap((form) => formKeys(name, form)))],
      trigrams: this.#trigrams.learn(folded),
    };
    this.#spelled.set(key, spelled);
    return spelled;
  }

  /** The trigrams of what somebody types. */
  trigramsIn(folded: string): readonly number[] {
    return this.#trigrams.in(folded);
  }
}
