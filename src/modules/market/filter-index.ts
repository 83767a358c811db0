import type { ParsedFilter } from '../../contract/query/matches-filter.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { filedUnder, termsOf } from './filter-filing.ts';

/** An entry of an index, where it is filed, and the last sale that it was tried with. */
interface Filed<Entry> {
  entry: Entry;
  places: readonly string[];
  tried: number;
}

/**
 * Entries with a filter each, such as followed searches and open pages. They are filed under terms of which a matching sale
 * has at least one, so that a sale is tried with few of them (docs/follows.md).
 */
export class FilterIndex<Entry extends object> {
  readonly #filed = new Map<Entry, Filed<Entry>>();
  readonly #byPlace = new Map<string, Set<Filed<Entry>>>();
  #tries = 0;

  add(entry: Entry, filter: ParsedFilter): void {
    const { kind } = filter;
    // Without terms, it is tried with every sale of its kind.
    const places = filedUnder(filter)?.map((term) => `${kind} ${term}`) ?? [kind];
    const filed = { entry, places, tried: 0 };
    this.#filed.set(entry, filed);
    for (const place of places) {
      const others = this.#byPlace.get(place);
      if (others) others.add(filed);
      else this.#byPlace.set(place, new Set([filed]));
    }
  }

  delete(entry: Entry): void {
    const filed = this.#filed.get(entry);
    if (!filed) return;
    this.#filed.delete(entry);
    for (const place of filed.places) {
      const others = this.#byPlace.get(place);
      others?.delete(filed);
      if (others?.size === 0) this.#byPlace.delete(place);
    }
  }

  /**
   * The entries whose filter may match a sale, each once. Entries that are added or deleted while they are read may be left
   * out. The next call ends the reading of this one.
   */
  *candidates(sale: AnySale): Generator<Entry, void> {
    this.#tries += 1;
    for (const place of [sale.kind, ...[...termsOf(sale)].map((term) => `${sale.kind} ${term}`)])
      for (const filed of this.#byPlace.get(place) ?? []) {
        // An entry can be filed under several terms of the sale.
        if (filed.tried === this.#tries) continue;
        filed.tried = this.#tries;
        yield filed.entry;
      }
  }
}
