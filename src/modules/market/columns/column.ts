import { BitPlanes } from './bit-planes.ts';
import { type BlockFilter, type Codes, WideCodes } from './blocks.ts';
import type { ColumnField, Value } from './column-fields.ts';

/** The number of distinct values that a code of two bytes allows. */
const MOST_VALUES = 2 ** 16;

/** The values of a field of all sales. Each different value is stored once; a sale has its code. */
export class Column {
  readonly field: ColumnField;
  readonly #values: Value[];
  /** The code of each value is its place in `#values`. */
  readonly #codes: Map<Value, number>;
  readonly #codeOf: Codes;

  constructor(field: ColumnField) {
    this.field = field;
    this.#values = [...field.ordered];
    this.#codes = new Map(field.ordered.map((value, code) => [value, code]));
    this.#codeOf = field.isWide ? new WideCodes() : new BitPlanes();
  }

  get different(): number {
    return this.#values.length;
  }

  reserve(sales: number): void {
    this.#codeOf.reserve(sales);
  }

  /** @throws RangeError for too many different values */
  put(row: number, value: Value): void {
    let code = this.#codes.get(value);
    if (code === undefined) {
      code = this.#codes.size;
      if (code === MOST_VALUES) throw new RangeError(`too many values of ${this.field.name}`);
      this.#codes.set(value, code);
      this.#values.push(value);
    }
    this.#codeOf.put(row, code);
  }

  move(from: number, to: number): void {
    this.#codeOf.move(from, to);
  }

  /** Keeps the sales whose value passes the test, which runs once for each different value. */
  where(test: (value: Value) => boolean): BlockFilter {
    return this.#codeOf.where(Uint8Array.from(this.#values, (value) => Number(test(value))));
  }
}
