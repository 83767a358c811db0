import type { MarketFilters } from '../market/market-search-params.ts';
import { searchText } from '../market/search-param-values.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { nameKey, type Span } from '../shared/text.ts';
import type { SearchText, Word } from './search-text.ts';
import {
  type FoundName,
  INSIDE,
  type KnownName,
  MISTYPED,
  type Vocabulary,
  WITH_FORM,
} from './vocabulary.ts';
import { isFiller, joined, natureLike, runsOf, spanOf } from './words.ts';

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

const mostSold = (names: readonly KnownName[]): KnownName | undefined =>
  names.toSorted((a, b) => b.sales - a.sales)[0];

/** The ends of plurals, and what they replace: `candies`, `boxes`, `scarves`, `orbs`. */
const PLURALS: readonly (readonly [end: RegExp, singular: string])[] = [
  [/(?<=\p{L}{2})ies$/u, 'y'],
  [/(?<=ch|sh|x|ss)es$/, ''],
  [/(?<=\p{L}{2})ves$/u, 'f'],
  [/(?<=\p{L}{3})(?<!s)s$/u, ''],
];

function singularOf({ key }: Word): string {
  const plural = PLURALS.find(([end]) => end.test(key));
  return plural ? key.replace(...plural) : key;
}

/** The names that words are, or are the plural of: `rare candies`. */
function namedBy(words: readonly Word[], vocabulary: Vocabulary): readonly KnownName[] {
  const found = vocabulary.named(joined(words));
  if (found.length > 0) return found;
  const singular = words.map(singularOf).join('');
  return singular === joined(words) ? [] : vocabulary.named(singular);
}

const exactly = ({ name, kind }: KnownName, words: readonly Word[]): ResolvedName => ({
  name,
  kind,
  exact: true,
  words,
});

/** Keeps names of two and more words from being read as traits: `Shiny Stone`, `Adamant Orb`. */
export function reserveNames(text: SearchText, vocabulary: Vocabulary): void {
  const reserved = new Set<Word>();
  for (const run of runsOf(text, text.words(), MAX_WORDS)) {
    if (run.length < 2) break;
    if (run.some((word) => reserved.has(word)) || namedBy(run, vocabulary).length === 0) continue;
    for (const word of run) {
      reserved.add(word);
      text.reserve(word);
    }
  }
}

/** The whole text as a name; with several words also as a part of one: `adamant o`. */
export function wholeName(text: SearchText, vocabulary: Vocabulary): ResolvedName | null {
  const words = text.words();
  const whole = mostSold(namedBy(words, vocabulary));
  if (whole) return exactly(whole, words);
  return words.length > 1 ? partOf(text, words, vocabulary, null) : null;
}

function partOf(
  text: SearchText,
  words: readonly Word[],
  vocabulary: Vocabulary,
  kind: SaleKind | null,
  beyond = WITH_FORM,
): ResolvedName | null {
  const typed = text.typed(words);
  const found = vocabulary.containing(typed).filter(({ distance }) => distance < beyond);
  const best = found.find((one) => one.kind === kind) ?? found[0];
  return best ? { name: typed, exact: false, kind: best.kind, words } : null;
}

/** Prefers names of a kind, when it has any. */
const ofKind = <T extends KnownName>(names: readonly T[], kind: SaleKind | null): readonly T[] => {
  const own = names.filter((one) => one.kind === kind);
  return own.length ? own : names;
};

/** The longest run of words that is a name, the first one of several. */
function innerName(
  text: SearchText,
  words: readonly Word[],
  vocabulary: Vocabulary,
  kind: SaleKind | null,
): ResolvedName | null {
  const runs = [...runsOf(text, words, MAX_WORDS)];
  const named = runs.flatMap((run) => {
    const name = mostSold(ofKind(namedBy(run, vocabulary), kind));
    return name ? [{ run, name }] : [];
  });
  const best = named.toSorted(
    (a, b) => Number(b.name.kind === kind) - Number(a.name.kind === kind) || b.run.length - a.run.length,
  )[0];
  return best ? exactly(best.name, best.run) : null;
}

/** Whether a word begins a name. */
const begins = ({ key }: Word, { name }: KnownName): boolean => nameKey(name).startsWith(key);
const beginsOne = (run: readonly Word[], name: KnownName): boolean => run.some((word) => begins(word, name));

/**
 * The name that all words or some adjacent ones begin, or are a typing mistake of. What a run of words leaves out counts
 * as much as mistakes do.
 */
function closeName(
  text: SearchText,
  words: readonly Word[],
  vocabulary: Vocabulary,
  kind: SaleKind | null,
): { resolved: ResolvedName; distance: number } | null {
  const letters = joined(words).length;
  let best: { resolved: ResolvedName; distance: number } | undefined;
  for (const run of runsOf(text, words.slice(0, MAX_MISTYPED_WORDS), MAX_MISTYPED_WORDS)) {
    if (joined(run).length < MIN_LETTERS) continue;
    const leftOut = 0.5 * (1 - joined(run).length / letters);
    const part = partOf(text, run, vocabulary, kind, INSIDE);
    const mistyped = part ? undefined : mistypedName(text, run, vocabulary, kind);
    const resolved = part ?? (mistyped && exactly(mistyped, ofNameIn(run, mistyped)));
    const distance = (mistyped?.distance ?? MISTYPED) + leftOut;
    if (resolved && distance <= MAX_DISTANCE && (!best || distance < best.distance))
      best = { resolved, distance };
  }
  return best ?? null;
}

function mistypedName(
  text: SearchText,
  run: readonly Word[],
  vocabulary: Vocabulary,
  kind: SaleKind | null,
): FoundName | undefined {
  const typed = text.typed(run);
  const withForm = run.length > 1 ? vocabulary.containing(typed).filter((one) => beginsOne(run, one)) : [];
  return ofKind(withForm.length ? withForm : vocabulary.similar(typed), kind)[0];
}

/** Without the words that name a form. */
const ofNameIn = (run: readonly Word[], name: FoundName): readonly Word[] =>
  name.distance >= MISTYPED ? run : run.filter((word) => begins(word, name));

/**
 * What the words that no rule took name: a name, a part of names, a name with other words around it, or a name with
 * a typing mistake. Null without words.
 *
 * @param kind the kind that the other terms require
 */
function resolveName(text: SearchText, vocabulary: Vocabulary, kind: SaleKind | null): ResolvedName | null {
  const all = text.words();
  const words = all.filter((word) => !isFiller(word));
  for (const some of words.length === all.length ? [all] : [all, words]) {
    if (some.length === 0 || some.every(isFiller)) continue;
    const name = mostSold(ofKind(namedBy(some, vocabulary), kind));
    const found = name ? exactly(name, some) : partOf(text, some, vocabulary, kind);
    if (found) return found;
  }
  if (words.length === 0) return null;
  const inner = innerName(text, words, vocabulary, kind);
  if (inner && 2 * joined(inner.words).length > joined(words).length) return inner;
  const close = closeName(text, words, vocabulary, kind);
  if (close && (!inner || (close.resolved.exact && close.distance <= CLOSE))) return close.resolved;
  return inner ?? { name: text.typed(words), exact: false, kind: null, words };
}

/** Whether the text asks for other names: `not garchomp`. */
export const isExcluded = (text: SearchText, { words }: ResolvedName): boolean =>
  text.exclusionOf(spanOf(words)) !== null;

/** As `resolveName`; excluded names are listed as ignored. */
export function includedName(
  text: SearchText,
  vocabulary: Vocabulary,
  kind: SaleKind | null,
): ResolvedName | null {
  for (;;) {
    const resolved = resolveName(text, vocabulary, kind);
    const excluded = resolved && text.exclusionOf(spanOf(resolved.words));
    if (!excluded) return resolved;
    text.ignore(excluded);
  }
}

/**
 * Takes words next to a species that are one of its forms, or the beginning of a nature: `wash rotom`, `ada garchomp`.
 *
 * @returns the words that mean nothing
 */
export function takeLeftovers(
  text: SearchText,
  vocabulary: Vocabulary,
  { name, exact, kind, words }: ResolvedName,
): Word[] {
  const used = new Set(words.map(({ from }) => from));
  const left = text.words().filter((word) => !used.has(word.from));
  const taken = new Set<Word>();
  const species = exact ? vocabulary.named(name).find((one) => one.kind === 'pokemon') : undefined;
  for (const run of kind === 'pokemon' ? runsOf(text, left, 3) : []) {
    const form = formOf(text, run, species?.forms ?? []);
    const [word] = run.length === 1 ? run.filter((one) => !isFiller(one)) : [];
    const filters = form ? { form } : word && natureLike(word);
    if (!filters || run.some((word) => taken.has(word))) continue;
    text.claim(spanOf(run), filters);
    for (const word of run) taken.add(word);
  }
  return left.filter((word) => !taken.has(word) && !isFiller(word));
}

/** A name as filters. */
export function nameFilters(resolved: ResolvedName | null): MarketFilters {
  const name = resolved && searchText(resolved.name);
  return name ? { name, ...(resolved.exact && { exact: true }) } : {};
}

/**
 * The name and the further names of its kind among the words that are left, with their places; none without further
 * names.
 */
export function otherNames(
  text: SearchText,
  vocabulary: Vocabulary,
  resolved: ResolvedName | null,
  left: readonly Word[],
): (Span & { filters: MarketFilters })[] {
  if (!resolved?.exact) return [];
  const used = new Set<Word>();
  const others = [...runsOf(text, left, MAX_WORDS)].flatMap((run) => {
    const name = run.some((word) => used.has(word))
      ? undefined
      : mostSold(namedBy(run, vocabulary).filter(({ kind }) => kind === resolved.kind));
    if (!name) return [];
    for (const word of run) used.add(word);
    return [exactly(name, run)];
  });
  if (others.length === 0) return [];
  return [resolved, ...others].map((name) => ({
    ...text.spanOf(spanOf(name.words)),
    filters: nameFilters(name),
  }));
}

/** The form that words name, or that a letter after a hyphen begins: `landorus-t`. */
function formOf(text: SearchText, run: readonly Word[], forms: readonly string[]): string | undefined {
  const key = joined(run);
  const whole = forms.find((form) => nameKey(form) === key);
  if (whole || key.length !== 1 || text.source[text.spanOf(spanOf(run)).from - 1] !== '-') return whole;
  const begun = forms.filter((form) => nameKey(form).startsWith(key));
  return begun.length === 1 ? begun[0] : undefined;
}
