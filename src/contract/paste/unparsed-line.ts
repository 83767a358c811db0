import { shortened } from '../shared/text.ts';

/** A line of a pasted text that has no effect, and why. */
export interface UnparsedLine {
  line: string;
  reason: string;
  /** The name in it that is not known, and the similar one that is. */
  correction?: NameCorrection;
  /** The item that the line names where only pokemon are read. */
  item?: NamedItem;
  /** The place of the line among those of the text; absent for the first one. */
  at?: number;
}

export interface NamedItem {
  name: string;
  price: number | null;
}

export interface NameCorrection {
  from: string;
  to: string;
}

/** The reason for a line between those of a set that does not belong to it. */
export const NOT_A_LINE = 'Not a line of a set';
/** The reason of such a line that has a name and a price: `Leftovers 20k`, but also `bought for 500k`. */
export const OTHER_SALE = `${NOT_A_LINE}; if it is another sale, paste it on its own`;
export const CONTRADICTION = 'Contradicts an earlier line';
/** The reason of a sale after the one that a form takes. */
export const NEXT_SALE = 'One form is one sale: submit it next';
/** The reason of numbers that can mean anything. */
export const unclearNumber = (number: string): string =>
  `It is not clear what “${number}” means. A price is written as 500k or 500,000.`;

/** Characters of a line that are shown. */
const SHOWN = 80;

export const unparsedLine = (line: string, reason: string, at?: number): UnparsedLine => ({
  line: shortened(line.slice(0, 2 * SHOWN), SHOWN),
  reason,
  ...(at !== undefined && { at }),
});

/** Lines in the order in which they were pasted. */
export const inPastedOrder = (lines: readonly UnparsedLine[]): UnparsedLine[] =>
  lines.toSorted((one, next) => (one.at ?? 0) - (next.at ?? 0));
