/** Chance that can be repeated: the same seed gives the same numbers (mulberry32). */
export class Random {
  #state: number;

  /** @param seed any integer; its lower 32 bits count */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('There is nothing to pick from');
    return values[this.below(values.length)] as T;
  }

  /** Normally distributed, mean 0 and deviation 1 (Box–Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** The values in an order of chance. */
  shuffled<T>(values: readonly T[]): T[] {
    const order = values.map((value) => ({ value, key: this.next() }));
    return order.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}

/**
 * Draws from a list by a power law: the value at rank `r` comes in proportion to `1 / r^exponent`.
 */
export function zipf<T>(values: readonly T[], exponent: number): (random: Random) => T {
  let sum = 0;
  const reach = values.map((_, index) => {
    sum += 1 / (index + 1) ** exponent;
    return sum;
  });
  return (random) => {
    const point = random.next() * sum;
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((reach[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    return values[low] as T;
  };
}

/** A seed for what belongs to a name, whatever is drawn elsewhere (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
