/** A seeded pseudo-random generator (mulberry32): the same seed gives the same numbers. */
export class Random {
  #state: number;

  /** @param seed any integer; only its lower 32 bits are used */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer in [0, `end`). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('Cannot pick from an empty list');
    return values[this.below(values.length)] as T;
  }

  /** Normally distributed with mean 0 and standard deviation 1 (Box–Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  shuffled<T>(values: readonly T[]): T[] {
    const order = values.map((value) => ({ value, key: this.next() }));
    return order.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}

/** Draws from a list by a power law: the probability of the value at rank `r` is proportional to `1 / r^exponent`. */
export function zipf<T>(values: readonly T[], exponent: number): (random: Random) => T {
  let sum = 0;
  const cumulative = values.map((_, index) => {
    sum += 1 / (index + 1) ** exponent;
    return sum;
  });
  return (random) => {
    const point = random.next() * sum;
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    return values[low] as T;
  };
}

/** A seed derived from a text, independent of other draws (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
