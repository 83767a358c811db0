/** The order of names by their number of sales, the most first; equal ones in alphabetical order. */
export class SalesOrder {
  /** The places of the names in alphabetical order. */
  readonly #alphabet: Uint32Array;
  /** The place at each rank, and the rank of each place. */
  readonly #places: Uint32Array;
  readonly #ranks: Uint32Array;

  /** @param names without an order until `sort` is called; a name is referred to by its place in this list */
  constructor(names: readonly string[]) {
    const name = (place: number) => names[place] ?? '';
    this.#alphabet = Uint32Array.from(names.keys()).sort((a, b) => (name(a) < name(b) ? -1 : 1));
    this.#places = new Uint32Array(names.length);
    this.#ranks = new Uint32Array(names.length);
  }

  sort(salesAt: (place: number) => number): void {
    const size = this.#alphabet.length;
    // Sorts by one number per name, which is many times faster than comparing names.
    const keys = Float64Array.from(this.#alphabet, (place, at) => at - size * salesAt(place)).sort();
    keys.forEach((key, rank) => {
      const place = this.#alphabet[((key % size) + size) % size] ?? 0;
      this.#places[rank] = place;
      this.#ranks[place] = rank;
    });
  }

  rankOf(place: number): number {
    return this.#ranks[place] ?? 0;
  }

  placeAt(rank: number): number {
    return this.#places[rank] ?? 0;
  }
}
