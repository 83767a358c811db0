/** Sales that are looked at together; what belongs to them fits into the processor's cache. */
export const BLOCK = 16_384;
/** Sales with a bit in one number. */
export const WORD = 32;
/** Numbers with the bits of a block. */
export const WORDS = BLOCK / WORD;

/** A bit for each sale of a block: whether it is kept. */
export type Bits = Int32Array;

/** A condition on sales, for a block at a time. */
export interface BlockFilter {
  /** Clears the bits of those sales of a block that do not meet the condition. */
  apply: (bits: Bits, block: number) => void;
  /** About the nanoseconds of processor time for each sale; fewer where hardly any sale is left. */
  costPerSale: number;
}

/** Keeps the first sales of a block. */
export function fillBits(bits: Bits, sales: number): void {
  const full = Math.floor(sales / WORD);
  bits.fill(-1, 0, full).fill(0, full);
  if (full < WORDS) bits[full] = 2 ** (sales % WORD) - 1;
}

/** The number of sales that are kept. */
export function countOf(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < WORDS; word += 1) {
    // Counts the bits of each pair, then of each four, and then adds up the word.
    const of1 = bits[word] ?? 0;
    const of2 = of1 - ((of1 >>> 1) & 0x55555555);
    const of4 = (of2 & 0x33333333) + ((of2 >>> 2) & 0x33333333);
    count += Math.imul((of4 + (of4 >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** The rows of the sales that are kept, in their order. @param rows has room for a block and is overwritten */
export function rowsOf(bits: Bits, block: number, rows: Int32Array): Int32Array {
  let found = 0;
  for (let word = 0; word < WORDS; word += 1) {
    const first = block * BLOCK + word * WORD;
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      rows[found] = first + 31 - Math.clz32(left & -left);
      found += 1;
    }
  }
  return rows.subarray(0, found);
}

/** Keeps the sales whose number is in a range, both ends inclusive. @param numbers one for each sale, in whole blocks */
export function keepRange(bits: Bits, block: number, numbers: Float64Array, low: number, high: number): void {
  for (let word = 0; word < WORDS; word += 1) {
    const left = bits[word] ?? 0;
    if (left === 0) continue;
    const first = block * BLOCK + word * WORD;
    let kept = 0;
    for (let bit = 0; bit < WORD; bit += 1) {
      const number = numbers[first + bit] ?? 0;
      kept |= (Number(number >= low) & Number(number <= high)) << bit;
    }
    bits[word] = left & kept;
  }
}

const costOf = (filters: readonly BlockFilter[]): number =>
  filters.reduce((sum, { costPerSale }) => sum + costPerSale, 0);

/** All of the conditions: the fastest first, because the others skip what these leave out. */
export function all(filters: readonly BlockFilter[]): BlockFilter {
  const ordered = filters.toSorted((one, other) => one.costPerSale - other.costPerSale);
  return {
    apply: (bits, block) => {
      for (const { apply } of ordered) {
        apply(bits, block);
        if (!bits.some(Boolean)) return;
      }
    },
    costPerSale: costOf(filters),
  };
}

/** The opposite of a condition. */
export function none(filter: BlockFilter): BlockFilter {
  const others = new Int32Array(WORDS);
  return {
    apply: (bits, block) => {
      others.set(bits);
      filter.apply(others, block);
      for (let word = 0; word < WORDS; word += 1) bits[word] = (bits[word] ?? 0) & ~(others[word] ?? 0);
    },
    costPerSale: filter.costPerSale + 2 / WORD,
  };
}

/** The sales that one of the conditions keeps are those that not all of their opposites keep. */
export const any = (filters: readonly BlockFilter[]): BlockFilter => none(all(filters.map(none)));

/** The same numbers with room for at least `length`. */
export function roomFor<Numbers extends Int32Array | Uint16Array | Uint32Array | Float64Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers;
  const grown = new (numbers.constructor as new (size: number) => Numbers)(length);
  grown.set(numbers);
  return grown;
}

/** The code of each sale: the place of its value among all different values. */
export interface Codes {
  reserve: (sales: number) => void;
  put: (row: number, code: number) => void;
  move: (from: number, to: number) => void;
  /** Keeps the sales whose code passes. @param passes 1 or 0 by code */
  where: (passes: Uint8Array) => BlockFilter;
}

/** Codes of two bytes, for fields with thousands of values. */
export class WideCodes implements Codes {
  #codes = new Uint16Array();

  reserve(sales: number): void {
    this.#codes = roomFor(this.#codes, sales);
  }

  put(row: number, code: number): void {
    this.#codes[row] = code;
  }

  move(from: number, to: number): void {
    this.#codes.copyWithin(to, from, from + 1);
  }

  where(passes: Uint8Array) {
    const apply = (bits: Bits, block: number) => {
      const codes = this.#codes;
      for (let word = 0; word < WORDS; word += 1) {
        const left = bits[word] ?? 0;
        if (left === 0) continue;
        const first = block * BLOCK + word * WORD;
        let kept = 0;
        // Without a branch, which the processor cannot predict: it would take five times as long.
        for (let bit = 0; bit < WORD; bit += 1) kept |= (passes[codes[first + bit] ?? 0] ?? 0) << bit;
        bits[word] = left & kept;
      }
    };
    return { apply, costPerSale: 1 };
  }
}
