import type { FilterValues } from '../market/filter-fields.ts';
import { REGIONS } from '../sale/forms.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { editDistance } from '../shared/edit-distance.ts';
import { nameKey, type Span } from '../shared/text.ts';
import type { SearchText, Word } from './search-text.ts';
import { formsOf, type Vocabulary, WITH_FORM } from './vocabulary.ts';

/** Words that only name the kind. */
const KIND_WORDS: Readonly<Record<string, SaleKind>> = {
  item: 'item',
  items: 'item',
  pokemon: 'pokemon',
  pokemons: 'pokemon',
  pkmn: 'pokemon',
  mon: 'pokemon',
  mons: 'pokemon',
};

const FILLERS = new Set(
  (
    'a ability all an and any are as at average avg b be been best bought but buy buying by can check cost costs ' +
    'could current currently did do does either ever fair fetch for form forme from get getting go goes going gone ' +
    'good has have how i in is it its iv ivs like looking many market median much my nature of offer ok okay on ' +
    'one or pay paying pc pd per please pls price priced prices rate s sale sales search sell selling should show ' +
    'since sold some spread than that the there thing this to typical typically usually value wa want wanted was ' +
    'what whats when who with worth would wtb wts you'
  ).split(' '),
);

export const kindNamed = ({ key }: Word): SaleKind | undefined =>
  Object.hasOwn(KIND_WORDS, key) ? KIND_WORDS[key] : undefined;

/** Whether a word says nothing about a sale, as in `how much is a`. */
export const isFiller = (word: Word): boolean => FILLERS.has(word.key) || kindNamed(word) !== undefined;

interface Meaning {
  key: string;
  filters: FilterValues;
}

const isNature = ({ filters }: Meaning): boolean => filters.nature !== undefined;

const natures: readonly Meaning[] = NATURE_NAMES.map((nature) => ({
  key: nameKey(nature),
  filters: { nature },
}));
const traits: readonly Meaning[] = [...natures, { key: 'shiny', filters: { is_shiny: true } }];
const regions: readonly Meaning[] = Array.from(REGIONS, ([key, form]) => ({ key, filters: { form } }));

const MAX_WORDS = 4;
/** Shorter words are not read as typing mistakes. */
const MIN_LETTERS = 5;
/** Words of at least this many letters may have two mistakes. */
const TWICE_MISTYPED_LETTERS = 8;
/** Letters that are enough to begin a nature. */
const MIN_BEGINNING = 3;
/** In shorter words, another letter makes another word: `handy` is not Hardy, and `trade` not Trace. */
const MIN_REPLACED_LETTERS = 7;
/** Not Gentle, Mild, Hardy, Naive and Sturdy, nor the item that `hardly` begins like. */
const ORDINARY = new Set(['gen', 'mil', 'hardly', 'native', 'study']);
export const isOrdinary = (key: string): boolean => ORDINARY.has(key);
/** Bounds the work for a long text. */
const MAX_UNKNOWN = 12;

export const joined = (words: readonly Word[]): string => words.map(({ key }) => key).join('');

/** The ends of plurals, and what they replace: `candies`, `boxes`, `scarves`, `orbs`. */
const PLURALS: readonly (readonly [end: RegExp, singular: string])[] = [
  [/(?<=\p{L}{2})ies$/u, 'y'],
  [/(?<=ch|sh|x|ss)es$/, ''],
  [/(?<=\p{L}{2})ves$/u, 'f'],
  [/(?<=\p{L}{3})(?<!s)s$/u, ''],
];

export function singularOf({ key }: Word): string {
  const plural = PLURALS.find(([end]) => end.test(key));
  return plural ? key.replace(...plural) : key;
}

/** Runs of adjacent words, longest first and then from the left. */
export function* runsOf(text: SearchText, words: readonly Word[], most: number): Generator<Word[]> {
  for (let length = Math.min(most, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      if (run.every((word, place) => place === 0 || text.areAdjacent(run[place - 1] ?? word, word)))
        yield run;
    }
}

/** From the first word of a run to the last. */
export const spanOf = (run: readonly Word[]): Span => ({ from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 });

/** The forms of the species that a word names, as in `small pumpkaboo` and `paldea-combat tauros`. */
const formsOfNamed = (text: SearchText, vocabulary: Vocabulary): Meaning[] =>
  text
    .words({ free: true })
    .flatMap(({ key }) => vocabulary.named(key))
    .flatMap((name) => formsOf(vocabulary, name))
    .filter(({ key }) => key.length > 1)
    .map(({ key, form }) => ({ key, filters: { form } }));

/**
 * Takes natures, abilities and forms, and then natures and abilities with typing mistakes; of a short word only if it is the
 * whole text.
 */
export function takeWords(text: SearchText, vocabulary: Vocabulary): void {
  const abilities = vocabulary.abilities.map(
    ({ name, key }): Meaning => ({ key, filters: { ability: name } }),
  );
  const known = [...abilities, ...regions, ...formsOfNamed(text, vocabulary), ...natures];
  const byKey = new Map(known.map((meaning) => [meaning.key, meaning]));
  const taken = new Set<Word>();
  const claim = (run: readonly Word[], filters: FilterValues) => {
    text.claim(spanOf(run), filters);
    for (const word of run) taken.add(word);
  };
  for (const run of runsOf(text, text.words({ free: true }), MAX_WORDS)) {
    const meaning = run.some((word) => taken.has(word)) ? undefined : byKey.get(joined(run));
    if (!meaning) continue;
    // A name of one word is also an ability or form only if a user submitted such an item.
    const isName = !isNature(meaning) && vocabulary.named(joined(run)).length > 0;
    if (!isName) claim(run, meaning.filters);
  }
  const unknown = text
    .words({ free: true })
    .filter((word) => !isFiller(word))
    .slice(0, MAX_UNKNOWN);
  for (const run of runsOf(text, unknown, 2)) {
    if (run.some((word) => taken.has(word))) continue;
    const meant = meaningOf(joined(run), [...natures, ...abilities]);
    if (meant && !isPartOfName(vocabulary, text.typed(run))) claim(run, meant.filters);
  }
  const [only, ...others] = unknown;
  const isAlone = only && others.length === 0 && text.terms.length === 0 && /^[a-z]+$/.test(only.key);
  const filters = isAlone && !isPartOfName(vocabulary, text.typed([only])) ? traitLike(only) : undefined;
  if (isAlone && filters) claim([only], filters);
}

/** Whether a name contains the text. Names that begin with a nature do not count: `adaman` is not the mint. */
const isPartOfName = (vocabulary: Vocabulary, typed: string): boolean =>
  vocabulary
    .containing(typed)
    .some(
      ({ name, distance }) =>
        distance < WITH_FORM && !natures.some(({ key }) => nameKey(name).startsWith(key)),
    );

const lettersOf = (key: string): string => [...key].toSorted().join('');

/** The typing mistakes of a key that means something; Infinity from a limit on, and if it is another word. */
function mistakesIn(key: string, meant: string, limit: number): number {
  const isReplaced = key.length === meant.length && lettersOf(key) !== lettersOf(meant);
  const isOther = key[0] !== meant[0] || (isReplaced && key.length < MIN_REPLACED_LETTERS);
  return isOther ? Number.POSITIVE_INFINITY : editDistance(key, meant, limit);
}

/** What a key with typing mistakes means; undefined when nothing is close. */
function meaningOf(key: string, meanings: readonly Meaning[]): Meaning | undefined {
  if (key.length < MIN_LETTERS || isOrdinary(key) || /\d/.test(key)) return undefined;
  const limit = key.length < TWICE_MISTYPED_LETTERS ? 1 : 2;
  let best: { meaning: Meaning; distance: number } | undefined;
  for (const meaning of meanings) {
    if (meaning.key.length < MIN_LETTERS) continue;
    const distance = mistakesIn(key, meaning.key, best?.distance ?? limit + 1);
    if (distance <= limit && (!best || distance < best.distance)) best = { meaning, distance };
  }
  return best?.meaning;
}

/** The nature that a word without another meaning begins, or has with a typing mistake: `ada`, `joly`; also `shiney`. */
export function traitLike({ key }: Word): FilterValues | undefined {
  if (key.length < MIN_BEGINNING || isOrdinary(key)) return undefined;
  const begun = traits.filter((trait) => trait.key.startsWith(key));
  const isClose = (trait: Meaning) => key.length > MIN_BEGINNING && mistakesIn(key, trait.key, 2) < 2;
  const meant = begun.length > 0 ? begun : traits.filter(isClose);
  return meant.length === 1 ? meant[0]?.filters : undefined;
}
