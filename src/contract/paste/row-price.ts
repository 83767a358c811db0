import { CURRENCY, NUMBER, PRICED } from '../search/amounts.ts';
import { pattern } from '../search/rule.ts';
import { priceIn } from './pasted-value.ts';

const CELL_BEGIN = '(?<![^\\x20;])';
const CELL_END = '(?![^\\x20,;])';
/** The words of a row. A price is one: `1,5m`, `2 million`, `500 000` and `1,500,000`, but in `,10,500k`, the comma separates. */
const WORDS = pattern(
  [
    `${CELL_BEGIN}(?:${NUMBER})${PRICED}(?:${CURRENCY})?${CELL_END}`,
    `${CELL_BEGIN}(?<!\\d )[1-9]\\d{0,2}(?: \\d{3})+(?!${PRICED})${CELL_END}`,
    `(?<!\\d)[1-9]\\d{0,2}(?:,\\d{3})+(?!\\d|${PRICED})`,
    '[^\\x20,;]+',
  ].join('|'),
  'giu',
);
/** The price of a row without a unit; not a year, a level or an IV. */
const PLAIN_PRICE = /^(?!(?:19|20)\d\d$)[1-9]\d{3,}$/;

/** The words of a line as players write it in chats and sheets. */
export const wordsOf = (line: string): readonly string[] => line.match(WORDS()) ?? [];

/**
 * Takes the price out of the words of a line.
 *
 * @param takesPlain whether the only number without a unit that can be one is a price
 */
export function withoutPrice(
  words: readonly string[],
  takesPlain: boolean,
): { words: readonly string[]; price?: number } {
  const priceOf = (word: string) => (/^\.?\d/.test(word) ? priceIn(word) : null);
  const price = words.findLast((word) => priceOf(word) !== null);
  const others = words.filter((word) => priceOf(word) === null);
  if (price !== undefined) return { words: others, price: priceOf(price) ?? 0 };
  // The first of several words belongs to a name.
  const possible = words.length > 1 ? words.slice(1) : words;
  const [plain, ...more] = takesPlain ? possible.filter((word) => PLAIN_PRICE.test(word)) : [];
  const plainPrice = more.length === 0 ? priceIn(`${plain} pd`) : null;
  return plainPrice === null
    ? { words }
    : { words: words.filter((word) => word !== plain), price: plainPrice };
}
