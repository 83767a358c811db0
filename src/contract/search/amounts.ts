import type { FilterValues } from '../market/filter-fields.ts';
import { parsePriceLiteral, priceLiteral } from '../query/values.ts';
import { type PriceUnit, unitOf } from '../sale/price.ts';
import { LIMITS } from '../shared/limits.ts';
import {
  AND,
  BEFORE_RANGE,
  BOUND_AFTER,
  BOUND_BEFORE,
  NOT_TRADE,
  NUMBER_AHEAD,
  OR,
  signOf,
  TO,
} from './qualifiers.ts';
import { LETTER, rule } from './rule.ts';
import type { SearchText } from './search-text.ts';

const UNIT = `_(?:k|kk|m|b|bn)(?!${LETTER})|_(?:thousand|mil|mill|mio|mln|millions?|bil|billions?)`;
export const CURRENCY = '_(?:pd|(?:poke_)?(?:dollars?|yen)|p\\$)';
/** `1,500,000`, `1.5`, and with a unit `.5` or `,5`. `10 500k` are ten for 500k. */
export const NUMBER = [
  `[1-9]\\d{0,2}(?:\\x20\\d{3})+(?!\\d|${UNIT})(?:[.,]\\d+)?`,
  "[1-9]\\d{0,2}(?:['.,]\\d{3})+(?!\\d)(?:[.,]\\d+)?",
  '\\d+(?:[.,]\\d+)?',
  `(?<!${LETTER}|[.,])(?:\\.\\d+|,\\d{1,2})`,
].join('|');
/**
 * Where an amount without a word or sign before it may begin: not in the middle of a number. A comma separates amounts
 * from the words of a list (`adamant,500k`); elsewhere ` ,50k` may mean 50,000 or 500.
 */
const BEGIN = '(?<!\\.|(?<![a-z\\n\\u0080-\\u{10ffff}]),)(?!,)';

/** An amount with its optional unit and currency in two groups. */
const AMOUNT = `(${NUMBER})(${UNIT})?(${CURRENCY})?`;

/**
 * `1,500,000`, `1.500.000`, `1 500 000`, `1,500k` and `1500000`; `1,5`, `1.5` and `.5` with a unit. Null when it is not a
 * price.
 */
function readAmount(number: string, unit: PriceUnit | ''): number | null {
  const price = parsePriceLiteral(priceLiteral(number, unit));
  return price !== null && price >= LIMITS.price.min && price <= LIMITS.price.max ? price : null;
}

/** Without a unit or a currency, smaller numbers are not prices. */
const MIN_BARE = 100;
const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

type Groups = readonly (string | undefined)[];

/**
 * One amount of a match.
 *
 * @param isPrice whether its context shows that it is a price, even if it looks like a year
 * @param least the lowest price of a number without a unit or a currency
 */
function amountOf([number = '', unit, currency]: Groups, isPrice: boolean, least = MIN_BARE): number | null {
  const price = readAmount(number, unitOf(unit?.trim() ?? '') ?? '');
  const named = unit !== undefined || currency !== undefined;
  return price !== null && (named || (price >= least && (isPrice || !isYear(number)))) ? price : null;
}

/** A number below this that follows an amount, and has no unit, has the unit of that amount. */
const MAX_SHARED = 1_000;

/** `100k-200k`, `100-200k` and `100k-200` with one unit for both, and `500-1m` from 500k. */
function rangeOf(groups: Groups): FilterValues | null {
  const [first = '', firstUnit, firstCurrency, last = '', lastUnit, lastCurrency] = groups;
  const arePrices = !(isYear(first) && isYear(last));
  const hasNoUnit = firstUnit === undefined && firstCurrency === undefined;
  const isShort = lastCurrency === undefined && Number(last) < MAX_SHARED;
  const max = amountOf([last, lastUnit ?? (isShort ? firstUnit : undefined), lastCurrency], arePrices);
  const min = amountOf([first, hasNoUnit ? lastUnit : firstUnit, firstCurrency ?? lastCurrency], arePrices);
  if (min === null || max === null) return null;
  const start = hasNoUnit && lastUnit !== undefined && min > max ? Math.ceil(min / 1_000) : min;
  return { min_price: Math.min(start, max), max_price: Math.max(start, max) };
}

const BETWEEN_ENDS = `_(?:-|${TO}|${AND})_`;

const RANGES = [
  rule(`(?:${BEFORE_RANGE} |price:?_|${BEGIN})${AMOUNT}${BETWEEN_ENDS}${AMOUNT}`),
  // In French and Spanish. Without the first word, the second one may be an English `a`.
  rule(`de ${AMOUNT} a ${AMOUNT}`),
];
const SIGNED = rule(`${NOT_TRADE}([<>])=?_${AMOUNT}`);
const BOUND = rule(`(${BOUND_BEFORE})(?: price)?(?: (?:of|de))?:?_${AMOUNT}`);
const BOUNDED = rule(`${BEGIN}${AMOUNT}_(${BOUND_AFTER})`);
/** Not `~1m`, `+1m`, `1m<` and `1m-`, which say that it is not exact. */
const EXACT = rule(
  `(?:(exactly |price:?_|for |(?<!!)=_)|(?<![~+]/?-?_)${BEGIN})${AMOUNT}(?!_[<>~]|\\+|-(?:\\x20|$))`,
);

/** For a rule: what follows is a price although it may look like a year, as in `<2000` and `2000 or less`. */
export const PRICE_AHEAD = [
  `(?<=[<>]=?_|(?<!${LETTER})(?:exactly|price|${BOUND_BEFORE})(?: price)?(?: of)?:?_)\\d{4}(?![-/.]\\d)`,
  `(?<=(?:(?<![\\d.,/-])(?!(?:19|20)\\d\\d(?!\\d))\\d{3,}|\\d(?:${UNIT}))${BETWEEN_ENDS})\\d{4}(?![-/.]?\\d)`,
  `\\d{4}(?:(?:${CURRENCY}|_(?:${BOUND_AFTER}))(?!${LETTER})|${BETWEEN_ENDS}(?!20\\d\\d(?!\\d))\\d{3})`,
].join('|');

/** For a rule: the number before it is a price. */
export const PRICED = `(?:${UNIT}|${CURRENCY})(?!${LETTER})`;
/** For a rule: the number before it is one of a price, or begins a range such as `1-5m`. */
export const PRICE_BEHIND = `\\.\\d|(?:,\\d{1,2}|-[\\d.,]+)?${PRICED}`;
/** The same; it may also begin a range with words. */
export const PRICES_BEHIND = `${PRICE_BEHIND}|${BETWEEN_ENDS}(?:${NUMBER})${PRICED}`;

/** The only number of a price without a word or sign before it that bounds it. */
const SINGLE = `(?<!(?:[<>=]|${BOUND_BEFORE}|lvl?\\.?|level|\\d(?:${UNIT})?_(?:-|${TO}|${AND}))_)(?<!${LETTER}|[.,/-])(?:[\\d.,]*\\d(?:(?:${UNIT})?${CURRENCY}|${UNIT})|(?!(?:19|20)\\d\\d )\\d{3,}|\\d{1,3}(?:[.,]\\d{3})+)`;
const DAY_AHEAD = `(?:19|20)\\d\\d(?!\\d)|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d|\\d+_(?:d|w|days|weeks|months)(?!${LETTER}| (?:ago|old))`;
/**
 * Words of which each bounds the number before it, although another follows: `1m max 5x31`, `1m or less lv 50`,
 * `1m min last 30d`. All others bound the number after them, as in `1m min 5x31` and `lv 50 at least 5x31`.
 */
export const BOUNDS_BEHIND = rule(
  [
    `(?:max(?:im(?:um|al|o))?\\.?|budget)(?<=${SINGLE} [a-z]+\\.?)`,
    `(?:min(?:im(?:um|al|o))?\\.?|at (?:the )?(?:least|most))(?:(?! ${NUMBER_AHEAD})|(?= (?:${DAY_AHEAD})))(?<=${SINGLE} (?:at (?:the )?)?[a-z]+\\.?)`,
    `(?:or|and) (?:under|below|over|above)(?! [\\d.,]+(?:${UNIT})| \\d{3})(?<=\\d(?:${UNIT})?(?:${CURRENCY})? [a-z]+ [a-z]+)`,
    `(?:${OR}|and) (?:less|fewer|lower|cheaper|weniger|moins|menos|more|higher|greater|better|mehr|plus|mas|up|down)(?! than| to | expensive)(?!(?<=(?<!${LETTER}|[.,])[1-6] or more) (?:perfect|flawless|31))`,
  ]
    .map((words) => `${words}\\x20`)
    .join('|'),
);

/** The end of a range of prices, which includes the amount: `<1m` and `under 1m` are both up to 1,000,000. */
const endAt = (words: string | undefined, price: number | null): FilterValues | null =>
  price === null ? null : signOf(words ?? '').startsWith('<') ? { max_price: price } : { min_price: price };

export function takePrices(text: SearchText): void {
  for (const range of RANGES) text.take(range, ([, ...groups]) => rangeOf(groups));
  text.take(SIGNED, ([, sign, ...groups]) => endAt(sign, amountOf(groups, true, 0)));
  text.take(BOUND, ([, words, ...groups]) => endAt(words, amountOf(groups, true)));
  text.take(BOUNDED, ([, number, unit, currency, words]) =>
    endAt(words, amountOf([number, unit, currency], true)),
  );
  text.take(EXACT, ([, word, number, unit, currency]) => {
    if (word === undefined && unit === undefined && currency === undefined) return null;
    const price = amountOf([number, unit, currency], true);
    return price === null ? null : { min_price: price, max_price: price };
  });
}
