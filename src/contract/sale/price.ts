import { LIMITS } from '../shared/limits.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A price with thousands separators, without the currency: `1,500,000`. */
export const formatPrice = (price: number): string => grouped.format(price);

const FACTORS = { k: 1_000, m: 1_000_000, b: 1_000_000_000 };

/**
 * Parses the text of a price field: keeps only the digits; a final `k`, `m` or `b` multiplies (`1.5m` is 1,500,000). Null
 * without digits; limited to the maximum price.
 */
export function parsePrice(text: string): number | null {
  const compact = text
    .trim()
    .toLowerCase()
    .replace(/[\s,_]/g, '');
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kmb])$/.exec(compact) ?? [];
  if (number !== undefined)
    return Math.min(Math.round(Number(number) * FACTORS[unit as keyof typeof FACTORS]), LIMITS.price.max);
  const digits = compact.replace(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), LIMITS.price.max);
}
