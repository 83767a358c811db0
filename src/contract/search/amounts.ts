import type { FilterValues } from '../market/filter-fields.ts';
import { readPrice } from '../query/values.ts';
import { LIMITS } from '../shared/limits.ts';
import { LETTER, rule, type SearchText } from './search-text.ts';

const UNITS: Readonly<Record<string, string>> = {
  k: 'k',
  thousand: 'k',
  kk: 'm',
  m: 'm',
  mil: 'm',
  mill: 'm',
  mio: 'm',
  mln: 'm',
  million: 'm',
  millions: 'm',
  b: 'b',
  bil: 'b',
  bn: 'b',
  billion: 'b',
  billions: 'b',
};
const UNIT = `(?:k|kk|m|b|bn)(?!${LETTER})|_(?:thousand|mil|mill|mio|mln|millions?|bil|billions?)`;
const CURRENCY = '_(?:pd|pokedollars?|poke dollars?|p\\$)';
const NUMBER = "\\d{1,3}(?:[\\x20'.,]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?";

/** An amount with its optional unit and currency in two groups. */
const AMOUNT = `(${NUMBER})(${UNIT})?(${CURRENCY})?`;

/** `1,500,000`, `1.500.000`, `1 500 000` and `1500000`; `1,5` and `1.5` with a unit. Null when it is not a price. */
function readAmount(number: string, unit: string): number | null {
  const plain = number.replace(/[ ']/g, '');
  const isGrouped =
    /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(plain) && (unit === '' || /[.,].*[.,]/.test(plain));
  const decimal = isGrouped ? plain.replace(/[.,]/g, '') : plain.replace(',', '.');
  const price = readPrice(`${decimal.replace(/^0+(?=\d)/, '')}${unit}`);
  return price !== null && price >= LIMITS.price.min && price <= LIMITS.price.max ? price : null;
}

const unitOf = (text: string | undefined): string => UNITS[text?.trim() ?? ''] ?? '';

/** Without a unit or a currency, smaller numbers are not prices. */
const MIN_BARE = 100;
const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

type Groups = readonly (string | undefined)[];

/** One amount of a match. `sure` when something around it shows that it is a price. */
function amountOf([number = '', unit, currency]: Groups, sure = false): number | null {
  const price = readAmount(number, unitOf(unit));
  const named = sure || unit !== undefined || currency !== undefined;
  return price !== null && (named || (price >= MIN_BARE && !isYear(number))) ? price : null;
}

/** `100k-200k`, and `100-200k` with one unit for both. */
function rangeOf([first = '', firstUnit, , last = '', lastUnit, lastCurrency]: Groups): FilterValues | null {
  if (!firstUnit && !lastUnit && !lastCurrency && (isYear(first) || isYear(last))) return null;
  const max = amountOf([last, lastUnit, lastCurrency]);
  const min = amountOf([first, firstUnit ?? lastUnit, lastCurrency]);
  if (min === null || max === null) return null;
  return { min_price: Math.min(min, max), max_price: Math.max(min, max) };
}

const RANGE = rule(`(?:between |from |price:?_)?${AMOUNT}_(?:-|~|to|and|\\.\\.)_${AMOUNT}`);
const SIGNED = rule(`([<>])=?_${AMOUNT}`);
const AT_MOST = rule(
  `(?:under|below|less than|lower than|cheaper than|max\\.?|maximum|at most|up_to|no more than|not over):?_${AMOUNT}`,
);
const AT_LEAST = rule(
  `(?:over|above|more than|higher than|at least|min\\.?|minimum|from|starting at|not under):?_${AMOUNT}`,
);
const OR_LESS = rule(`${AMOUNT}_(?:or less|or lower|or under|or cheaper|max|at most)`);
const OR_MORE = rule(`${AMOUNT}_(?:\\+|or more|or higher|or over|and up|min|at least)`);
const EXACT = rule(`(?:exactly |price:?_|for |=_)?${AMOUNT}`);

const atMost = (price: number | null): FilterValues | null => (price === null ? null : { max_price: price });
const atLeast = (price: number | null): FilterValues | null => (price === null ? null : { min_price: price });

/** Takes prices. A bound includes its amount: `<1m` and `under 1m` are both up to 1,000,000. */
export function takePrices(text: SearchText): void {
  text.take(RANGE, ([, ...groups]) => rangeOf(groups));
  text.take(SIGNED, ([, sign, ...groups]) => (sign === '<' ? atMost : atLeast)(amountOf(groups, true)));
  text.take(AT_MOST, ([, ...groups]) => atMost(amountOf(groups)));
  text.take(AT_LEAST, ([, ...groups]) => atLeast(amountOf(groups)));
  text.take(OR_LESS, ([, ...groups]) => atMost(amountOf(groups)));
  text.take(OR_MORE, ([, ...groups]) => atLeast(amountOf(groups)));
  text.take(EXACT, ([, number, unit, currency]) => {
    if (unit === undefined && currency === undefined) return null;
    const price = amountOf([number, unit, currency]);
    return price === null ? null : { min_price: price, max_price: price };
  });
}
