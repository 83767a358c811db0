import { shortened } from '../shared/text.ts';

/** A line of a pasted text that has no effect, and why. */
export interface UnparsedLine {
  line: string;
  reason: string;
  /** The name in it that is not known, and the similar one that is. */
  correction?: NameCorrection;
}

export interface NameCorrection {
  from: string;
  to: string;
}

/** The reason of a line between those of a set that is none of them. */
export const NOT_A_LINE = 'Not a line of a set';
export const CONTRADICTION = 'Contradicts an earlier line';
/** The reason of a sale after the one that a form takes. */
export const NEXT_SALE = 'One form is one sale: submit it next';

/** Characters of a line that are shown. */
const SHOWN = 80;

export const unparsedLine = (line: string, reason: string): UnparsedLine => ({
  line: shortened(line.slice(0, 2 * SHOWN), SHOWN),
  reason,
});
