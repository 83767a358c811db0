import quickselect from 'quickselect';

/** A sale's place in an order: by its key, then by its id. Both are negative where the order descends. */
interface Place {
  key: number;
  id: number;
}

const comparePlaces = (one: Place, other: Place): number => one.key - other.key || one.id - other.id;

/** The sales that come first in an order. */
export class FirstPlaces {
  readonly #most: number;
  readonly #sign: number;
  readonly #places: Place[] = [];
  /** The last of the first sales so far; later ones are not among them. */
  #last: Place = { key: Number.POSITIVE_INFINITY, id: 0 };

  /** @param sign -1 where the order descends */
  constructor(most: number, sign: number) {
    this.#most = most;
    this.#sign = sign;
  }

  /** The range of keys that further sales among them have, both ends inclusive. */
  range(): [low: number, high: number] {
    const { key } = this.#last;
    return this.#sign === 1 ? [Number.NEGATIVE_INFINITY, key] : [-key, Number.POSITIVE_INFINITY];
  }

  add(rows: Int32Array, keys: Float64Array, ids: Uint32Array): void {
    const sign = this.#sign;
    let last = this.#last;
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] ?? 0;
      const key = sign * (keys[row] ?? 0);
      if (key > last.key) continue;
      const id = sign * (ids[row] ?? 0);
      if (key === last.key && id > last.id) continue;
      this.#places.push({ key, id });
      if (this.#places.length < 2 * this.#most) continue;
      this.#keepFirst();
      last = this.#places.at(-1) ?? last;
    }
    this.#last = last;
  }

  /** The ids from a place on, in order. */
  idsFrom(offset: number): number[] {
    this.#keepFirst();
    if (offset >= this.#places.length) return [];
    // Sales before the offset are left unsorted: there may be a hundred thousand.
    quickselect(this.#places, offset, 0, this.#places.length - 1, comparePlaces);
    return this.#places
      .slice(offset)
      .sort(comparePlaces)
      .map(({ id }) => this.#sign * id);
  }

  /** Drops all but the first ones. The last of these is then at the end, the others are in any order. */
  #keepFirst(): void {
    if (this.#places.length <= this.#most) return;
    quickselect(this.#places, this.#most - 1, 0, this.#places.length - 1, comparePlaces);
    this.#places.length = this.#most;
  }
}
