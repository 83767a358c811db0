import { type Bits, type Codes, roomFor, WORD, WORDS } from './blocks.ts';

/** What one step of a decision costs for each sale, see `BlockFilter.costPerSale`. */
const STEP_COST = 0.07;

const NONE = new Int32Array(WORDS);
const ALL = new Int32Array(WORDS).fill(-1);

/** A step of a decision: for each sale, one of two results by one bit of its code. */
interface Step {
  plane: number;
  unset: Bits;
  set: Bits;
  result: Bits;
}

/**
 * The steps that decide for many sales at once whether their codes pass: a binary decision diagram, in which equal
 * decisions are made once (R. E. Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986). A range of
 * codes needs at most two steps for each bit.
 */
function decide(passes: Uint8Array, planes: number): { steps: Step[]; result: Bits } {
  const steps: Step[] = [];
  /** By plane and by both results. */
  const known = Array.from({ length: planes }, () => new Map<Bits, Map<Bits, Bits>>());
  /** The result for the codes from `from` on that differ in these lower bits. */
  const resultFor = (from: number, bits: number): Bits => {
    if (bits === 0) return passes[from] ? ALL : NONE;
    const plane = bits - 1;
    const unset = resultFor(from, plane);
    const set = resultFor(from + 2 ** plane, plane);
    if (unset === set) return set;
    const withUnset = known[plane]?.get(unset) ?? new Map<Bits, Bits>();
    known[plane]?.set(unset, withUnset);
    const same = withUnset.get(set);
    if (same) return same;
    const result = new Int32Array(WORDS);
    withUnset.set(set, result);
    steps.push({ plane, unset, set, result });
    return result;
  };
  return { result: resultFor(0, planes), steps };
}

/**
 * Codes as a bit array for each of their bits, so that a condition looks at 32 sales at once (P. O'Neil and D. Quass,
 * "Improved Query Performance with Variant Indexes", 1997).
 */
export class BitPlanes implements Codes {
  readonly #planes: Int32Array[] = [];
  #words = 0;

  reserve(sales: number): void {
    this.#words = Math.ceil(sales / WORD);
    this.#planes.forEach((plane, index) => {
      this.#planes[index] = roomFor(plane, this.#words);
    });
  }

  put(row: number, code: number): void {
    while (2 ** this.#planes.length <= code) this.#planes.push(roomFor(new Int32Array(), this.#words));
    const word = row >>> 5;
    const bit = row & 31;
    let left = code;
    for (const plane of this.#planes) {
      plane[word] = ((plane[word] ?? 0) & ~(1 << bit)) | ((left & 1) << bit);
      left >>>= 1;
    }
  }

  move(from: number, to: number): void {
    let code = 0;
    this.#planes.forEach((plane, index) => {
      code |= (((plane[from >>> 5] ?? 0) >>> (from & 31)) & 1) << index;
    });
    this.put(to, code);
  }

  where(passes: Uint8Array) {
    const { steps, result } = decide(passes, this.#planes.length);
    const apply = (bits: Bits, block: number) => {
      for (const step of steps) take(step, this.#planes[step.plane] ?? NONE, block * WORDS);
      for (let word = 0; word < WORDS; word += 1) bits[word] = (bits[word] ?? 0) & (result[word] ?? 0);
    };
    return { apply, costPerSale: (steps.length + 1) * STEP_COST };
  }
}

/** @param from the first word of the block */
function take({ unset, set, result }: Step, plane: Int32Array, from: number): void {
  // Most steps of ranges and of single values have one result that is the same for all sales.
  if (unset === NONE) both(plane, from, 0, set, result);
  else if (set === NONE) both(plane, from, -1, unset, result);
  else if (set === ALL) either(plane, from, 0, unset, result);
  else if (unset === ALL) either(plane, from, -1, set, result);
  else
    for (let word = 0; word < WORDS; word += 1) {
      const bits = plane[from + word] ?? 0;
      result[word] = (bits & (set[word] ?? 0)) | (~bits & (unset[word] ?? 0));
    }
}

/** @param inverted -1 for the opposite of the bits of the plane, otherwise 0 */
function both(plane: Int32Array, from: number, inverted: number, other: Bits, result: Bits): void {
  for (let word = 0; word < WORDS; word += 1)
    result[word] = ((plane[from + word] ?? 0) ^ inverted) & (other[word] ?? 0);
}

/** As `both`. */
function either(plane: Int32Array, from: number, inverted: number, other: Bits, result: Bits): void {
  for (let word = 0; word < WORDS; word += 1)
    result[word] = ((plane[from + word] ?? 0) ^ inverted) | (other[word] ?? 0);
}
