import { foldCase, likeTest } from '../../contract/query/matching.ts';
import type { Suggestion } from '../../contract/sale/sale.ts';
import { editDistance } from '../../contract/shared/edit-distance.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { looseKey } from '../../lib/closest-name.ts';
import { KeyText } from './key-text.ts';
import { Lexicon, type Spelled } from './lexicon.ts';
import { foldName } from './name-keys.ts';
import { TrigramIndex } from './trigrams.ts';

/** A name that sales are made under. */
export interface NameRow {
  /** Of the item, or the number of the species. */
  id: number;
  name: string;
  image_url: string | null;
  /** The generation from which it is offered; 0 for always. */
  generation: number;
  /** Of a species, without its normal one. */
  forms: readonly string[];
}

/** What was sold under a name: approved sales, and the day of the newest, null when there is none. */
export interface Sold {
  sales: number;
  last_sold: string | null;
}

export const NOTHING_SOLD: Sold = { sales: 0, last_sold: null };

/** A name with its address and what was sold under it. */
export interface NameEntry extends NameRow, Sold {
  slug: string;
}

/** How alike two texts must be to count as a typing mistake: by runs of letters, 0 to 1, or by edits a letter. */
const NEAR = 0.3;
const EDITS_PER_LETTER = 0.34;
/** Letters of which some can be wrong without all of it being another text. */
const LEAST_TO_MISS = 3;
/** How alike they must be for their edits to be counted, and of how many texts at most. */
const WORTH_A_LOOK = 0.14;
const LOOKED_AT = 150;

export interface NameTableOptions {
  sold?: ReadonlyMap<string, Sold>;
  /** See `addStray`. */
  strays?: Iterable<string>;
  /** Of the table that this one follows. */
  lexicon?: Lexicon;
}

/** The names of one kind, searched in memory. */
export class NameTable {
  readonly #rows: readonly NameRow[];
  readonly #lexicon: Lexicon;
  readonly #spelled: readonly Spelled[];
  readonly #slugs: readonly string[];
  readonly #keys: KeyText;
  readonly #trigrams: TrigramIndex;
  readonly #byLower: ReadonlyMap<string, number>;
  readonly #bySlug: ReadonlyMap<string, number>;
  readonly #strays = new Set<string>();
  readonly #sold: Map<string, Sold>;
  /** The places of all names by the alphabet; by their sales, the most sold first; and where each stands in that. */
  readonly #alphabet: Uint32Array;
  readonly #order: Uint32Array;
  readonly #standing: Uint32Array;

  /** @param rows by id: of two names with one slug the later has its id behind it */
  constructor(
    rows: readonly NameRow[],
    { sold, strays = [], lexicon = new Lexicon() }: NameTableOptions = {},
  ) {
    this.#rows = rows;
    this.#lexicon = lexicon;
    this.#spelled = rows.map(({ name, forms }) => lexicon.of(name, forms));
    this.#keys = new KeyText(this.#spelled);
    this.#trigrams = new TrigramIndex(this.#spelled.map(({ trigrams }) => trigrams));
    this.#byLower = new Map(this.#spelled.map(({ lower }, place) => [lower, place]));
    const bySlug = new Map<string, number>();
    this.#slugs = rows.map(({ id }, place) => {
      let own = this.#spelled[place]?.slug || String(id);
      while (bySlug.has(own)) own += `-${id}`;
      bySlug.set(own, place);
      return own;
    });
    this.#bySlug = bySlug;
    for (const name of strays) this.addStray(name);
    const name = (place: number) => rows[place]?.name ?? '';
    this.#alphabet = Uint32Array.from(rows.keys()).sort((a, b) => (name(a) < name(b) ? -1 : 1));
    this.#order = new Uint32Array(rows.length);
    this.#standing = new Uint32Array(rows.length);
    this.#sold = new Map(sold);
    this.#rank();
  }

  /** Takes what was sold under some names, in lower case, or under all of them. */
  setSold(sold: ReadonlyMap<string, Sold>, ofAll = false): void {
    if (ofAll) this.#sold.clear();
    for (const [name, its] of sold) this.#sold.set(name, its);
    this.#rank();
  }

  /** What was sold, for the table that follows this one. */
  get sold(): ReadonlyMap<string, Sold> {
    return this.#sold;
  }

  /** A name in lower case under which something was sold without it being a name of the catalogue. */
  addStray(name: string): void {
    if (!this.#byLower.has(name)) this.#strays.add(name);
  }

  /**
   * Names for what somebody types: those that start with it, then those that contain it, then those of whose form it
   * is the name, then near-misses, the likeliest first; otherwise the most sold first (docs/api.md "Sales").
   *
   * @param generation the latest whose species are offered
   */
  suggest(generation: number, query: string, limit: number): Suggestion[] {
    const offered = (place: number) => (this.#rows[place]?.generation ?? 0) <= generation;
    const ranks = this.#find(query);
    const size = this.#rows.length;
    const best = Uint32Array.from(
      ranks,
      ([place, rank]) => rank * size + (this.#standing[place] ?? 0),
    ).sort();
    const found: number[] = [];
    for (const key of best) {
      if (found.length === limit) break;
      const place = this.#order[key % size] ?? 0;
      if (offered(place)) found.push(place);
    }
    if (found.length < limit) {
      const others = this.#near(query).filter((place) => offered(place) && !ranks.has(place));
      found.push(...others.slice(0, limit - found.length));
    }
    return found.flatMap((place) => {
      const entry = this.#entry(place);
      return entry ? [{ name: entry.name, image_url: entry.image_url, sales: entry.sales }] : [];
    });
  }

  /** The names that contain a text, ignoring case, in lower case as the sales are found by. */
  containing(text: string): string[] {
    const part = foldCase(text);
    return this.#lowerNames().filter((name) => name.includes(part));
  }

  /** The names that are like a pattern of the advanced query, in lower case. */
  like(pattern: string): string[] {
    return this.#lowerNames().filter(likeTest(pattern));
  }

  bySlug(asked: string): NameEntry | undefined {
    return this.#entry(this.#bySlug.get(asked.toLowerCase()));
  }

  /** The entry of a name, whatever its case. */
  byName(name: string): NameEntry | undefined {
    return this.#entry(this.#byLower.get(foldCase(name)));
  }

  /** All of them, by id. */
  all(): NameEntry[] {
    return this.#rows.flatMap((_row, place) => this.#entry(place) ?? []);
  }

  /** The places of the names that have the text, with the best of their ranks. */
  #find(query: string): Map<number, number> {
    const text = foldCase(query);
    const folded = foldName(query);
    const ranks = new Map<number, number>();
    this.#keys.find(text, ranks);
    if (folded !== text && folded.length >= LIMITS.autocomplete.minChars) this.#keys.find(folded, ranks);
    return ranks;
  }

  /** The places of the names that the text may be a slip of, the likeliest first, then the most sold. */
  #near(query: string): number[] {
    const key = looseKey(query);
    if (key.length < LEAST_TO_MISS) return [];
    const edits = Math.max(1, Math.floor(key.length * EDITS_PER_LETTER));
    return this.#trigrams
      .near(this.#lexicon.trigramsIn(foldName(query)), WORTH_A_LOOK)
      .slice(0, LOOKED_AT)
      .map(({ place, similarity }) => {
        const distance = editDistance(key, this.#spelled[place]?.loose ?? '', edits + 1);
        return { place, similarity: Math.max(similarity, distance <= edits ? 1 - distance / key.length : 0) };
      })
      .filter(({ similarity }) => similarity >= NEAR)
      .sort(
        (a, b) =>
          b.similarity - a.similarity || (this.#standing[a.place] ?? 0) - (this.#standing[b.place] ?? 0),
      )
      .map(({ place }) => place);
  }

  #rank(): void {
    const size = this.#rows.length;
    // One number for each: numbers are sorted many times faster than names.
    const keys = Float64Array.from(this.#alphabet, (place, at) => at - size * this.#salesAt(place)).sort();
    keys.forEach((key, standing) => {
      const place = this.#alphabet[((key % size) + size) % size] ?? 0;
      this.#order[standing] = place;
      this.#standing[place] = standing;
    });
  }

  #salesAt(place: number): number {
    return this.#sold.get(this.#spelled[place]?.lower ?? '')?.sales ?? 0;
  }

  #lowerNames(): string[] {
    return [...this.#byLower.keys(), ...this.#strays];
  }

  #entry(place: number | undefined): NameEntry | undefined {
    const row = place === undefined ? undefined : this.#rows[place];
    if (!row || place === undefined) return undefined;
    return {
      ...row,
      ...(this.#sold.get(this.#spelled[place]?.lower ?? '') ?? NOTHING_SOLD),
      slug: this.#slugs[place] ?? '',
    };
  }
}
