import { LRUCache } from 'lru-cache';
import { likeTest, namePattern } from '../../contract/query/matching.ts';
import type { NameSuggestion } from '../../contract/sale/sale.ts';
import { MISTYPED } from '../../contract/search/vocabulary.ts';
import { editDistance } from '../../contract/shared/edit-distance.ts';
import { nameKey } from '../../contract/shared/text.ts';
import type { CurrentName } from './current-names.filter.ts';
import { KeyText } from './key-text.ts';
import { Lexicon, type SearchKeys } from './lexicon.ts';
import { SalesOrder } from './sales-order.ts';
import { TrigramIndex } from './trigrams.ts';

export interface NameRow {
  /** The id of the item, or the number of the species. */
  id: number;
  name: string;
  image_url: string | null;
  /** The first type of a species in its normal form; null for an item. */
  pokemon_type: string | null;
  /** The first generation that offers it; 0 for always. */
  generation: number;
  /** The forms of a species, without the normal one. */
  forms: readonly string[];
}

/** The number of approved sales of a name, and the day of the newest; null without sales. */
export interface Sold {
  sales: number;
  last_sold: string | null;
}

export const NOTHING_SOLD: Sold = { sales: 0, last_sold: null };

export interface NameEntry extends NameRow, Sold {
  slug: string;
}

interface FoundEntry extends NameEntry {
  /** See `MISTYPED`. */
  distance: number;
}

/** A typing mistake has at least this similarity by trigrams, 0 to 1, or at most this many edits per letter. */
const MIN_SIMILARITY = 0.3;
const EDITS_PER_LETTER = 0.34;
/** Shorter texts are not searched for typing mistakes. */
const MIN_LETTERS = 3;
/** Edits are counted for at most this many names, those most similar by trigrams. */
const MAX_CANDIDATES = 150;

/** The latest searches whose results are remembered: about a megabyte for each kind. */
const REMEMBERED = 4_000;

/** A name that was found, by its place; `distance` as in `FoundEntry`. */
interface FoundPlace {
  place: number;
  distance: number;
}

interface NameTableOptions {
  sold?: ReadonlyMap<string, Sold>;
  /** See `addStray`. */
  strays?: Iterable<string>;
  /** The lexicon of the previous table, to reuse its search keys. */
  lexicon?: Lexicon;
  /** See `NameTable.current`. */
  current?: CurrentName;
}

/** The names of one kind, searched in memory. A place is the index of a name in the list of rows. */
export class NameTable {
  /** The name that a whole name refers to now, see `currentName`. */
  readonly current: CurrentName;
  readonly #rows: readonly NameRow[];
  readonly #lexicon: Lexicon;
  readonly #searchKeys: readonly SearchKeys[];
  readonly #slugs: readonly string[];
  readonly #keys: KeyText;
  readonly #trigrams: TrigramIndex;
  readonly #byKey: ReadonlyMap<string, number>;
  readonly #bySlug: ReadonlyMap<string, number>;
  readonly #byWords: ReadonlyMap<string, number>;
  readonly #strays = new Set<string>();
  readonly #sold: Map<string, Sold>;
  readonly #order: SalesOrder;
  /** Players type the same beginnings. The order depends on the numbers of sales. */
  readonly #found = new LRUCache<string, readonly FoundPlace[]>({ max: REMEMBERED });

  /** @param rows by id; of two names with the same slug, the later one gets its id as a suffix */
  constructor(
    rows: readonly NameRow[],
    { sold, strays = [], lexicon = new Lexicon(), current = (name) => name }: NameTableOptions = {},
  ) {
    this.current = current;
    this.#rows = rows;
    this.#lexicon = lexicon;
    this.#searchKeys = rows.map(({ name, forms }) => lexicon.of(name, forms));
    this.#keys = new KeyText(this.#searchKeys);
    this.#trigrams = new TrigramIndex(this.#searchKeys.map(({ trigrams }) => trigrams));
    this.#byKey = new Map(this.#searchKeys.map(({ key }, place) => [key, place]));
    this.#byWords = new Map(
      this.#searchKeys.flatMap(({ words }, place) => (words === null ? [] : [[words, place]])),
    );
    const bySlug = new Map<string, number>();
    this.#slugs = rows.map(({ id }, place) => {
      let own = this.#searchKeys[place]?.slug || String(id);
      while (bySlug.has(own)) own += `-${id}`;
      bySlug.set(own, place);
      return own;
    });
    this.#bySlug = bySlug;
    for (const key of strays) this.addStray(key);
    this.#order = new SalesOrder(rows.map(({ name }) => name));
    this.#sold = new Map(sold);
    this.#sort();
  }

  /** Sets the sales of some names, by key; with `ofAll`, replaces those of all names. */
  setSold(sold: ReadonlyMap<string, Sold>, ofAll = false): void {
    if (ofAll) this.#sold.clear();
    for (const [name, its] of sold) this.#sold.set(name, its);
    this.#sort();
  }

  /** The sales by name, to hand over to the next table. */
  get sold(): ReadonlyMap<string, Sold> {
    return this.#sold;
  }

  /** Whether a known name has this key. */
  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Adds the key of a name that sales have, but not the catalogue. */
  addStray(key: string): void {
    if (!this.#byKey.has(key)) this.#strays.add(key);
  }

  /**
   * Suggests names for a search text: the one that it is, those that start with it, then those that contain it, then those that match it
   * together with a form, each with the most sold first, and then near misses, most similar first (docs/api.md "Sales").
   *
   * @param generation the latest generation whose species are offered
   */
  suggest(generation: number, query: string, limit: number): NameSuggestion[] {
    const matching = this.matching(generation, query, limit);
    const similar = matching.length < limit ? this.similar(generation, query, limit - matching.length) : [];
    return [...matching, ...similar].map(({ name, image_url, pokemon_type, sales }) => ({
      name,
      image_url,
      pokemon_type,
      sales,
    }));
  }

  /** Names that contain a text, or match it together with a form, with their distances; see `suggest`. */
  matching(generation: number, query: string, limit: number): FoundEntry[] {
    return this.#remembered(`in ${generation} ${limit} ${query}`, () =>
      this.#matching(generation, query, limit),
    );
  }

  /** Names that do not contain a text, but that it may be a typing mistake of, with their distances. */
  similar(generation: number, query: string, limit: number): FoundEntry[] {
    return this.#remembered(`near ${generation} ${limit} ${query}`, () =>
      this.#similar(generation, query, limit),
    );
  }

  /** The keys of the names that contain a text, as in the indexes of sales. */
  containing(text: string): string[] {
    const part = nameKey(text);
    return this.#allKeys().filter((key) => key.includes(part));
  }

  /** The keys of the names that match a LIKE pattern of the advanced query. */
  like(pattern: string): string[] {
    return this.#allKeys().filter(likeTest(namePattern(pattern)));
  }

  bySlug(asked: string): NameEntry | undefined {
    return this.#entry(this.#bySlug.get(asked.toLowerCase()));
  }

  /** The entry that a whole name refers to now, however it is written; see `nameKey`. */
  byName(name: string): NameEntry | undefined {
    return this.#entry(this.#placeOf(name));
  }

  /** The entry whose name consists of some words in any order. @param key see `wordsKey` */
  byWords(key: string): NameEntry | undefined {
    return this.#entry(this.#byWords.get(key));
  }

  /** All entries, by id. */
  all(): NameEntry[] {
    return this.#rows.flatMap((_row, place) => this.#entry(place) ?? []);
  }

  #remembered(key: string, find: () => FoundPlace[]): FoundEntry[] {
    const found = this.#found.get(key) ?? find();
    this.#found.set(key, found);
    return found.flatMap(({ place, distance }) => {
      const entry = this.#entry(place);
      return entry ? [{ ...entry, distance }] : [];
    });
  }

  #matching(generation: number, query: string, limit: number): FoundPlace[] {
    const ranks = this.#find(query);
    const size = this.#rows.length;
    const best = Uint32Array.from(ranks, ([place, rank]) => rank * size + this.#order.rankOf(place)).sort();
    const found: FoundPlace[] = [];
    for (const key of best) {
      if (found.length === limit) break;
      const place = this.#order.placeAt(key % size);
      if (this.#isOffered(place, generation)) found.push({ place, distance: ranks.get(place) ?? 0 });
    }
    return found;
  }

  #similar(generation: number, query: string, limit: number): FoundPlace[] {
    const ranks = this.#find(query);
    return this.#near(query)
      .filter(({ place }) => this.#isOffered(place, generation) && !ranks.has(place))
      .slice(0, limit)
      .map(({ place, similarity }) => ({ place, distance: MISTYPED + 1 - similarity }));
  }

  #placeOf(name: string): number | undefined {
    return this.#byKey.get(nameKey(this.current(name)));
  }

  /** The places of the names that contain the text, or that it refers to as a whole, with their best ranks. */
  #find(query: string): Map<number, number> {
    const ranks = new Map<number, number>();
    this.#keys.find(nameKey(query), ranks);
    const whole = this.#placeOf(query);
    if (whole !== undefined) ranks.set(whole, 0);
    return ranks;
  }

  /** The places of the names that the text may be a typing mistake of, most similar first, then most sold. */
  #near(query: string): { place: number; similarity: number }[] {
    const key = nameKey(query);
    if (key.length < MIN_LETTERS) return [];
    const edits = Math.floor(key.length * EDITS_PER_LETTER);
    return this.#trigrams
      .near(this.#lexicon.trigramsIn(query))
      .slice(0, MAX_CANDIDATES)
      .map(({ place, similarity }) => {
        const distance = editDistance(key, this.#searchKeys[place]?.key ?? '', edits + 1);
        return { place, similarity: Math.max(similarity, distance <= edits ? 1 - distance / key.length : 0) };
      })
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
      .sort(
        (a, b) => b.similarity - a.similarity || this.#order.rankOf(a.place) - this.#order.rankOf(b.place),
      );
  }

  #isOffered(place: number, generation: number): boolean {
    return (this.#rows[place]?.generation ?? 0) <= generation;
  }

  #sort(): void {
    this.#found.clear();
    this.#order.sort((place) => this.#soldAt(place).sales);
  }

  #soldAt(place: number): Sold {
    return this.#sold.get(this.#searchKeys[place]?.key ?? '') ?? NOTHING_SOLD;
  }

  #allKeys(): string[] {
    return [...this.#byKey.keys(), ...this.#strays];
  }

  #entry(place: number | undefined): NameEntry | undefined {
    const row = place === undefined ? undefined : this.#rows[place];
    if (!row || place === undefined) return undefined;
    return { ...row, ...this.#soldAt(place), slug: this.#slugs[place] ?? '' };
  }
}
