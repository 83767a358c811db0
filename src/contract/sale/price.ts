import { LIMITS } from '../shared/limits.ts';
import { formatNumber } from '../shared/plural.ts';

/** A price with its currency: `1,500,000 PD`. */
export const priceText = (price: number): string => `${formatNumber(price)} PD`;

/** The lowest and the highest price: `400,000 to 2,100,000 PD`; one price if they are equal. */
export const priceSpan = (low: number, high: number): string =>
  low === high ? priceText(low) : `${formatNumber(low)} to ${priceText(high)}`;

export const PRICE_TOO_HIGH = `Price can be at most ${formatNumber(LIMITS.price.max)}`;

/** The units of prices, and how many places each moves the decimal point. */
export const UNIT_PLACES = { k: 3, m: 6, b: 9 } as const;
export type PriceUnit = keyof typeof UNIT_PLACES;

/** How players write the units. */
const UNITS: Readonly<Record<string, PriceUnit>> = {
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

/** The price unit of a word such as `million`; undefined when it is not a unit. */
export const unitOf = (word: string): PriceUnit | undefined =>
  Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;

/** Shifts the decimal point to the right on the digits, because multiplication would round. NaN for a remainder. */
export const shifted = (whole: string, fraction: string, places: number): number =>
  /[1-9]/.test(fraction.slice(places))
    ? Number.NaN
    : Number(whole + fraction.slice(0, places).padEnd(places, '0'));

const CURRENCY = /^\s*(?:pd|[$₽])\s*|\s*(?:pd|pok[eé]dollars?|[$₽])\s*$/gi;

export const withoutCurrency = (text: string): string => text.replace(CURRENCY, '');

/** A comma that cannot be a separator of thousands: after a zero, and before one or two digits. */
const DECIMAL_COMMA = /^(0+(?=,\d+$)|\d*(?=,\d{1,2}$)),/;
/** Without a unit there are no fractions. */
const FRACTION = /^\d[\d,]*\.\d{1,2}(?![\d.,])|^\d*,\d{1,2}[a-z]|^\.\d/;

/** A number, with spaces between groups of three only, and the word after it. */
const AMOUNT = /(?:\d(?:[\d.,]|[\s_'](?=\d{3}(?!\d)))*|[.,]\d+)(?:\s*([a-z]+))?/g;
/** `2-3m`, `500k1m`, `23,400 2026-11-20` and `1e6`, but not `12abc34`. */
const SEPARATED = /\d[a-z]*[^\da-z.,]+[a-z]*\d|\de\d/;

/** The only number in a text, with the word after it; null when there are several. */
function onlyAmount(text: string): string | null {
  const amounts = [...text.matchAll(AMOUNT)];
  if (amounts.length <= 1) return amounts[0]?.[0] ?? '';
  const hasUnit = amounts.some(([, word = '']) => unitOf(word));
  return hasUnit || SEPARATED.test(text) ? null : text;
}

/**
 * Parses the text of a price field: keeps only the digits; a unit multiplies (`1.5m`, `1,5m` and `1.5 million` are
 * 1,500,000, `.5m` is 500,000), also within words (`~500k each`). Null without digits, for several numbers (`2-3m`), and for
 * a fraction of a Pokedollar (`1.5`, `.5`, `1,5x`, `0.0015k`), except `.00`. May be above the greatest price.
 */
export function parsePriceInput(text: string): number | null {
  const amount = onlyAmount(text.trim().toLowerCase());
  if (amount === null) return null;
  const compact = amount.replace(/[\s_']/g, '').replace(/\.00$|(?<=[.,]\d{3}),00$/, '');
  const [, number = '', word = ''] = /^(\d[\d,]*(?:\.\d+)?|\.\d+|,\d{1,2})([a-z]+)$/.exec(compact) ?? [];
  const unit = unitOf(word);
  if (unit) {
    const [whole = '', fraction = ''] = number.replace(DECIMAL_COMMA, '$1.').replaceAll(',', '').split('.');
    const price = shifted(whole, fraction, UNIT_PLACES[unit]);
    return Number.isNaN(price) ? null : price;
  }
  const digits = compact.replace(/\D/g, '');
  return digits === '' || FRACTION.test(compact) ? null : Number(digits);
}
