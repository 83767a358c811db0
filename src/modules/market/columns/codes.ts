import { type Bits, type Keep, keepCodes, roomFor } from './blocks.ts';

/** The code of each sale: the place of its value among all different values. */
export interface Codes {
  reserve: (sales: number) => void;
  put: (row: number, code: number) => void;
  move: (from: number, to: number) => void;
  /** Keeps the sales whose code passes. @param passes 1 or 0 by code */
  where: (passes: Uint8Array) => Keep;
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
    const keep = (bits: Bits, block: number) => keepCodes(bits, block, this.#codes, passes);
    return { keep, steps: 1 };
  }
}
