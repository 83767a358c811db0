import { parsePriceInput, withoutCurrency } from '../../../src/contract/sale/price.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { formatNumber } from '../../../src/contract/shared/plural.ts';
import { withAsciiDigits } from './ascii-digits.ts';

/** Whether a text is a price above the greatest one. */
export const isTooHigh = (text: string): boolean => (parsePriceInput(text) ?? 0) > LIMITS.price.max;

/** What a price field holds after a keystroke or a paste. */
export interface PriceEdit {
  /** Whole Pokedollars; null while the text is not yet a price. */
  value: number | null;
  text: string;
  caret: number;
}

const countDigits = (text: string) => text.replace(/\D/g, '').length;

/** The place in a text after its n-th digit. */
function afterDigit(text: string, n: number): number {
  if (n === 0) return 0;
  let seen = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (/\d/.test(text.charAt(i))) seen += 1;
    if (seen === n) return i + 1;
  }
  return text.length;
}

/** `1.`, `1.5` and `.5` may become `1.5m` and `.5m`: without the point they would be ten times the price. */
const UNFINISHED = /^(?:\d[\d,]*)?\.\d*\s*$/;
/** `1,` and `1,5` may become `1,5m`, or `1,500`; `,5` may become `,5m`, and `0,125` only `0,125m`. */
const DECIMAL_COMMA = /^(?:\d*,\d{0,2}|0+,\d*)\s*$/;

/** Whether a change may lead to `1.5m` or `1,5m`. Digits deleted behind a separator leave no fraction: `1,500`, `1,50`. */
const isUnfinished = (before: string, text: string): boolean =>
  UNFINISHED.test(text) ||
  (DECIMAL_COMMA.test(text) && (text.length > before.length || DECIMAL_COMMA.test(before)));

/** Deleting a separator means the digit beyond it: the text without that digit, and the caret in it. */
function deleteBeyondSeparator(before: string, text: string, caret: number): { text: string; caret: number } {
  const separatorGone = text.length === before.length - 1 && countDigits(text) === countDigits(before);
  if (!separatorGone || DECIMAL_COMMA.test(before) || before.charAt(caret) !== ',' || caret === 0)
    return { text, caret };
  return { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
}

/**
 * What a price field makes of a change: separators while typing with the caret kept behind the same digit, a
 * final unit expanded at once, pasted text cleaned. A fraction without a unit stays as it was typed, as does a price that
 * is too high.
 *
 * @param before the field's text before the change
 * @param typed its text after it, `caret` the caret's place in it
 */
export function editPrice(before: string, typed: string, typedCaret: number): PriceEdit {
  const cleaned = withoutCurrency(withAsciiDigits(typed));
  const cleanedCaret = withAsciiDigits(typed.slice(0, typedCaret)).length;
  if (isUnfinished(before, cleaned) || isTooHigh(cleaned))
    return { value: null, text: cleaned, caret: Math.min(cleanedCaret, cleaned.length) };
  const { text, caret } = deleteBeyondSeparator(before, cleaned, cleanedCaret);
  const value = parsePriceInput(text);
  if (value === null) return /\d/.test(text) ? { value, text, caret } : { value, text: '', caret: 0 };
  const shown = formatNumber(value);
  const expanded = /[a-z]/i.test(text);
  return {
    value,
    text: shown,
    caret: expanded ? shown.length : afterDigit(shown, countDigits(text.slice(0, caret))),
  };
}

/**
 * What is left of an unfinished text when the field is left: groups of three behind points are thousands
 * (`1.500` is 1,500) and hundredths of zero are dropped, anything else stays as it was typed and is no price.
 */
export function settlePrice(text: string): PriceEdit {
  const groups = /^[1-9]\d{0,2}(?:[.,]\d{3})+(?:[.,]00)?$|^\d+\.00$/.test(text);
  const trailingPoint = /^[\d,]+[.,]$/.test(text);
  const value = (groups || trailingPoint) && !isTooHigh(text) ? parsePriceInput(text) : null;
  const shown = value === null ? text : formatNumber(value);
  return { value, text: shown, caret: shown.length };
}
