import type { FilterValues } from '../market/filter-fields.ts';
import type { MarketFilters } from '../market/market-search-params.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { searchText } from '../shared/search-param-values.ts';
import { nameKey, type Span } from '../shared/text.ts';
import { formNamed, isInitial } from './form-names.ts';
import type { SearchText, Word } from './search-text.ts';
import {
  type FoundName,
  formsOf,
  INSIDE,
  type KnownName,
  MISTYPED,
  type Vocabulary,
  WITH_FORM,
} from './vocabulary.ts';
import { isFiller, isOrdinary, joined, runsOf, singularOf, spanOf, traitLike } from './words.ts';

/** Names have at most this many words. */
const MAX_WORDS = 8;
/** A text is a typing mistake of a name with at most this distance. */
const MAX_DISTANCE = MISTYPED + 0.6;
/** A longer name with at most this distance is preferred to one that is less than half of the text: `mew tow`. */
const CLOSE = MISTYPED + 0.25;
const MIN_LETTERS = 3;
/** Bounds the work for a long text. */
const MAX_MISTYPED_WORDS = 4;

/** What the rest of a search names. */
export interface ResolvedName {
  name: string;
  /** True for a name of the catalogue; false for a part of names. */
  exact: boolean;
  kind: SaleKind | null;
  /** Words that are part of it. */
  words: readonly Word[];
}

interface CloseName {
  resolved: ResolvedName;
  distance: number;
}

/** The keys of the words that ask for a hidden ability. */
const HIDDEN_ABILITY = new Set(['ha', 'hiddenability', 'hiddenabilities']);

const mostSold = (names: readonly KnownName[]): KnownName | undefined =>
  names.toSorted((a, b) => b.sales - a.sales)[0];

/** The words for ♀ and ♂, which are F and M in keys. */
const SEXES = new Map([
  ['female', 'f'],
  ['male', 'm'],
]);

const exactly = ({ name, kind }: KnownName, words: readonly Word[]): ResolvedName => ({
  name,
  kind,
  exact: true,
  words,
});

/** Prefers names of a kind, when it has any. */
const ofKind = <T extends KnownName>(names: readonly T[], kind: SaleKind | null): readonly T[] => {
  const own = names.filter((one) => one.kind === kind);
  return own.length ? own : names;
};

const begins = (key: string, { name }: KnownName): boolean => nameKey(name).startsWith(key);
const beginsOne = (run: readonly Word[], name: KnownName): boolean =>
  run.some(({ key }) => begins(key, name));

/** Whether a nickname has letters of a name in their order, from the first one, or its first four: `ttar`, `lefties`. */
function shortens(nickname: string, known: KnownName): boolean {
  let found = 0;
  for (const letter of nameKey(known.name)) if (letter === nickname[found]) found += 1;
  const hasLetters = found === nickname.length && begins(nickname.slice(0, 1), known);
  return hasLetters || (nickname.length > 4 && !isOrdinary(nickname) && begins(nickname.slice(0, 4), known));
}

/** Without the words that name a form. */
const ofNameIn = (run: readonly Word[], name: FoundName): readonly Word[] =>
  name.distance >= MISTYPED ? run : run.filter(({ key }) => begins(key, name));

export function nameFilters(resolved: ResolvedName | null): MarketFilters {
  const name = resolved && searchText(resolved.name);
  return name ? { name, ...(resolved.exact && { exact: true }) } : {};
}

/** Finds the names in the text of a search. `kind` is always the kind of sales that the other terms require. */
export class NameFinder {
  readonly #text: SearchText;
  readonly #vocabulary: Vocabulary;

  constructor(text: SearchText, vocabulary: Vocabulary) {
    this.#text = text;
    this.#vocabulary = vocabulary;
  }

  /** Keeps names of two and more words from being read as traits: `Shiny Stone`, `Adamant Orb`. */
  reserve(): void {
    const reserved = new Set<Word>();
    for (const run of runsOf(this.#text, this.#text.words(), MAX_WORDS)) {
      if (run.length < 2) break;
      if (run.some((word) => reserved.has(word)) || this.#namedBy(run).length === 0) continue;
      for (const word of run) {
        reserved.add(word);
        this.#text.reserve(word);
      }
    }
  }

  /** The whole text as a name; with several words also as a part of one: `adamant o`. Null when it is excluded. */
  whole(): ResolvedName | null {
    const words = this.#text.words();
    const name = mostSold(this.#namedBy(words));
    const whole = name ? exactly(name, words) : words.length > 1 ? this.#partOf(words, null) : null;
    return whole && !this.#exclusionOf(whole) ? whole : null;
  }

  /**
   * What the words that no rule took name: a name, a part of names, a name with other words around it, or a name with
   * a typing mistake. Null without words. Excluded names are listed as ignored.
   */
  included(kind: SaleKind | null): ResolvedName | null {
    for (;;) {
      const resolved = this.#resolve(kind);
      const excluded = resolved && this.#exclusionOf(resolved);
      if (!excluded) return resolved;
      this.#text.ignore(excluded);
    }
  }

  /**
   * Takes words next to a species that are one of its forms, its hidden ability, or like a trait: `wash rotom`,
   * `ha garchomp`, `ada garchomp`.
   *
   * @returns the words that mean nothing
   */
  takeLeftovers({ name, exact, kind, words }: ResolvedName): Word[] {
    const used = new Set(words.map(({ from }) => from));
    const left = this.#text.words().filter((word) => !used.has(word.from));
    const taken = new Set<Word>();
    const named = exact ? this.#vocabulary.named(name) : this.#vocabulary.containing(name);
    const ofPokemon = named.filter((one) => one.kind === 'pokemon');
    const species = ofPokemon.length === 1 ? ofPokemon[0] : undefined;
    const take = (meaning: (run: readonly Word[]) => FilterValues | null | undefined) => {
      for (const run of kind === 'pokemon' ? runsOf(this.#text, left, 3) : []) {
        const filters = run.some((word) => taken.has(word)) ? null : meaning(run);
        if (!filters) continue;
        this.#text.claim(spanOf(run), filters);
        for (const word of run) taken.add(word);
      }
    };
    take((run) => {
      const form = species && formNamed(this.#text, run, formsOf(this.#vocabulary, species), words);
      const [word] = run.length === 1 ? run.filter((one) => !isFiller(one)) : [];
      return form ? { form } : word && traitLike(word);
    });
    // Only now: a form can have another one.
    take((run) => {
      const { form } = this.#text.terms.find((term) => term.filters.form)?.filters ?? {};
      const isAsked = species && HIDDEN_ABILITY.has(joined(run));
      const ability = isAsked && this.#vocabulary.hiddenAbilityOf(species.name, form);
      return ability ? { ability } : null;
    });
    return left.filter((word) => !taken.has(word) && (!isFiller(word) || isInitial(this.#text, word)));
  }

  /**
   * The name and the further names of its kind among the words that are left, with their places; none without further
   * names.
   */
  others(resolved: ResolvedName | null, left: readonly Word[]): (Span & { filters: MarketFilters })[] {
    if (!resolved?.exact) return [];
    const used = new Set<Word>();
    const others = [...runsOf(this.#text, left, MAX_WORDS)].flatMap((run) => {
      const name = run.some((word) => used.has(word))
        ? undefined
        : mostSold(this.#namedBy(run).filter(({ kind }) => kind === resolved.kind));
      if (!name) return [];
      for (const word of run) used.add(word);
      return [exactly(name, run)];
    });
    if (others.length === 0) return [];
    return [resolved, ...others].map((name) => ({
      ...this.#text.spanOf(spanOf(name.words)),
      filters: nameFilters(name),
    }));
  }

  /** A name with what excludes it: `not garchomp`; null without. */
  #exclusionOf({ words }: ResolvedName): Span | null {
    return this.#text.exclusionOf(spanOf(words));
  }

  #resolve(kind: SaleKind | null): ResolvedName | null {
    const all = this.#text.words();
    const words = all.filter((word) => !isFiller(word));
    for (const some of words.length === all.length ? [all] : [all, words]) {
      if (some.length === 0 || some.every(isFiller)) continue;
      const name = mostSold(ofKind(this.#namedBy(some), kind));
      const found = name ? exactly(name, some) : this.#partOf(some, kind);
      if (found) return found;
    }
    if (words.length === 0) return null;
    const inner = this.#innerName(words, kind);
    if (inner && 2 * joined(inner.words).length > joined(words).length) return inner;
    const close = this.#closeName(words, kind);
    if (close && (!inner || (close.resolved.exact && close.distance <= CLOSE))) return close.resolved;
    const nickname = inner ? null : this.#nickname(words, kind);
    return inner ?? nickname ?? { name: this.#text.typed(words), exact: false, kind: null, words };
  }

  /** The names that words are, or are the plural of, as typed or in another order: `rare candies`, `orb adamant`. */
  #namedBy(words: readonly Word[]): readonly KnownName[] {
    const keys = words.map(({ key }) => key);
    const singular = words.map(singularOf);
    const isPlural = keys.some((key, at) => key !== singular[at]);
    const signs = keys.map((key) => SEXES.get(key) ?? key);
    const hasSex = words.length > 1 && keys.some((key) => SEXES.has(key));
    for (const some of [
      keys,
      ...(isPlural ? [singular] : []),
      ...(hasSex ? [signs, signs.toReversed()] : []),
    ]) {
      const found = this.#vocabulary.named(some.join(''));
      if (found.length > 0) return found;
    }
    if (words.length === 1) return [];
    const reordered = this.#vocabulary.ofWords(keys);
    return reordered.length > 0 || !isPlural ? reordered : this.#vocabulary.ofWords(singular);
  }

  #partOf(words: readonly Word[], kind: SaleKind | null, beyond = WITH_FORM): ResolvedName | null {
    const typed = this.#text.typed(words);
    const found = this.#vocabulary.containing(typed).filter(({ distance }) => distance < beyond);
    const best = found.find((one) => one.kind === kind) ?? found[0];
    return best ? { name: typed, exact: false, kind: best.kind, words } : null;
  }

  /** The longest run of words that is a name, the first one of several. */
  #innerName(words: readonly Word[], kind: SaleKind | null): ResolvedName | null {
    const runs = [...runsOf(this.#text, words, MAX_WORDS)];
    const named = runs.flatMap((run) => {
      const name = mostSold(ofKind(this.#namedBy(run), kind));
      return name ? [{ run, name }] : [];
    });
    const best = named.toSorted(
      (a, b) => Number(b.name.kind === kind) - Number(a.name.kind === kind) || b.run.length - a.run.length,
    )[0];
    return best ? exactly(best.name, best.run) : null;
  }

  /**
   * The name that all words or some adjacent ones begin, or are a typing mistake of. What a run of words leaves out
   * counts as much as mistakes do.
   */
  #closeName(words: readonly Word[], kind: SaleKind | null): CloseName | undefined {
    const letters = joined(words).length;
    let best: CloseName | undefined;
    for (const run of runsOf(this.#text, words.slice(0, MAX_MISTYPED_WORDS), MAX_MISTYPED_WORDS)) {
      if (joined(run).length < MIN_LETTERS) continue;
      const leftOut = 0.5 * (1 - joined(run).length / letters);
      const part = this.#partOf(run, kind, INSIDE);
      const mistyped = part ? undefined : this.#mistypedName(run, kind);
      const resolved = part ?? (mistyped && exactly(mistyped, ofNameIn(run, mistyped)));
      const distance = (mistyped?.distance ?? MISTYPED) + leftOut;
      if (resolved && distance <= MAX_DISTANCE && (!best || distance < best.distance))
        best = { resolved, distance };
    }
    return best;
  }

  #mistypedName(run: readonly Word[], kind: SaleKind | null): FoundName | undefined {
    const typed = this.#text.typed(run);
    const containing = run.length > 1 ? this.#vocabulary.containing(typed) : [];
    const withForm = containing.filter((one) => beginsOne(run, one));
    return ofKind(withForm.length ? withForm : this.#vocabulary.similar(typed), kind)[0];
  }

  /** The only sold name that the words are similar to, if it is the most similar one and they shorten it: `ttar`. */
  #nickname(words: readonly Word[], kind: SaleKind | null): ResolvedName | null {
    const [name, ...others] = ofKind(this.#vocabulary.similar(this.#text.typed(words)), kind);
    const isClear = name && name.sales > 0 && others.every(({ sales }) => sales === 0);
    return isClear && shortens(joined(words), name) ? exactly(name, words) : null;
  }
}
