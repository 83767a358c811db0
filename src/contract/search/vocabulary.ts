import { NORMAL_FORM } from '../sale/forms.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { nameKey } from '../shared/text.ts';

/** A name of the catalogue. */
export interface KnownName {
  kind: SaleKind;
  name: string;
  /** The forms of a species, without the normal one. */
  forms: readonly string[];
  /** The number of approved sales. */
  sales: number;
}

export interface FoundName extends KnownName {
  /**
   * How far the name is from the text, 0 to 5: 0 for the name that is the text, below `WITH_FORM` the name contains the text, from `MISTYPED` on the text
   * can be a typing mistake, the more similar the lower.
   */
  distance: number;
}

/** The distance of a name that begins with the text. */
export const BEGINNING = 1;
/** The distance of a name that contains the text, but does not begin with it. */
export const INSIDE = 2;
/** The distance of a name that contains the text only together with one of its forms: `wash rot`. */
export const WITH_FORM = 3;
export const MISTYPED = 4;

/** What the words of a search can mean, from the catalogue. */
export interface Vocabulary {
  /** With their keys, see `nameKey`. */
  abilities: readonly { name: string; key: string }[];
  /** The hidden ability of a species in a form, the base form by default; undefined without one. */
  hiddenAbilityOf(species: string, form?: string): string | undefined;
  /** What the games call the normal form of a species: `West` for Shellos; undefined without a name. */
  normalFormOf(species: string): string | undefined;
  /** The names that differ from the text only in case, accents, spaces and punctuation. */
  named(text: string): readonly KnownName[];
  /** The names that consist of these words in any order, with their keys. */
  ofWords(words: readonly string[]): readonly KnownName[];
  /** The names that contain the text, or match it together with a form; the closest and most sold first. */
  containing(text: string): readonly FoundName[];
  /** Other names that the text may be a typing mistake of; the most similar first. */
  similar(text: string): readonly FoundName[];
}

/** A form, and the key of a name of it. */
export interface FormName {
  form: string;
  key: string;
}

/** The names of the forms of a species; none for an item. */
export function formsOf(vocabulary: Vocabulary, { kind, name, forms }: KnownName): readonly FormName[] {
  const normal = kind === 'pokemon' ? vocabulary.normalFormOf(name) : undefined;
  return [
    ...forms.map((form) => ({ form, key: nameKey(form) })),
    ...(normal === undefined ? [] : [{ form: NORMAL_FORM, key: nameKey(normal) }]),
  ];
}
