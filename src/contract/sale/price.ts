import { LIMITS } from '../shared/limits.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A price with thousands separators, without the currency: `1,500,000`. */
export const formatPrice = (price: number): string => grouped.format(price);

/**
 * Parses the text of a price field (docs/product.md "Validation"): keeps only the digits; a final `k` or `m` multiplies
 * (`1.5m` is 1,500,000). Null without digits; limited to the maximum price.
 */
export function parsePrice(text: string): number | null {
  const compact = text
    .trim()
    .toLowerCase()
    .replace(/[\s,_]/g, '');
  const short = /^(\d+(?:\.\d+)?)([km])$/.exec(compact);
  if (short) {
    const factor = short[2] === 'k' ? 1_000 : 1_000_000;
    return Math.min(Math.round(Number(short[1]) * factor), LIMITS.price.max);
  }
  const digits = compact.replace(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), LIMITS.price.max);
}
