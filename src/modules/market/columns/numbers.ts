import { BLOCK, type BlockFilter, keepRange, roomFor } from './blocks.ts';

/** What a comparison costs for each sale, see `BlockFilter.costPerSale`. */
const COMPARISON_COST = 1.3;

/** A number of all sales, such as their prices. */
export class Numbers {
  #values = new Float64Array();
  /** At most the lowest number of each block, and at least the highest: those replaced or removed stay in the range. */
  readonly #low: number[] = [];
  readonly #high: number[] = [];

  /** One for each sale. */
  get values(): Float64Array {
    return this.#values;
  }

  reserve(sales: number): void {
    this.#values = roomFor(this.#values, sales);
  }

  put(row: number, value: number): void {
    const block = Math.floor(row / BLOCK);
    this.#values[row] = value;
    this.#low[block] = Math.min(value, this.#low[block] ?? value);
    this.#high[block] = Math.max(value, this.#high[block] ?? value);
  }

  move(from: number, to: number): void {
    this.put(to, this.#values[from] ?? 0);
  }

  /** Whether no number of a block is in a range; false where that takes a comparison. */
  isOutside(block: number, low: number, high: number): boolean {
    return (this.#low[block] ?? 0) > high || (this.#high[block] ?? 0) < low;
  }

  /** Keeps the sales whose number is in a range, both ends inclusive. Most blocks of days need no comparison. */
  between(low: number, high: number): BlockFilter {
    const isOutside = (block: number) => this.isOutside(block, low, high);
    const isInside = (block: number) => (this.#low[block] ?? 0) >= low && (this.#high[block] ?? 0) <= high;
    const blocks = this.#low.length;
    const compared = this.#low.filter((_, block) => !isOutside(block) && !isInside(block)).length;
    return {
      apply: (bits, block) => {
        if (isOutside(block)) bits.fill(0);
        else if (!isInside(block)) keepRange(bits, block, this.#values, low, high);
      },
      costPerSale: blocks === 0 ? 0 : (COMPARISON_COST * compared) / blocks,
    };
  }
}
