import { formatPrice } from '../sale/price.ts';
import { LIMITS } from '../shared/limits.ts';
import { formatCount } from '../shared/plural.ts';
import type { PricePosition } from './market.ts';

/** A price range: `400,000 to 2,100,000 PD`, `all at 5 PD`. */
export const priceEnds = (low: number, high: number): string =>
  low === high ? `all at ${formatPrice(low)} PD` : `${formatPrice(low)} to ${formatPrice(high)} PD`;

/** How a price compares with some sales: `above 8 of these 11 sales`. */
function comparison({ compared, below, equal }: PricePosition): string {
  const sales = `these ${formatCount(compared)} sales`;
  if (equal === compared) return `the price of all ${sales}`;
  if (below === compared) return `above all of ${sales}`;
  if (below > 0)
    return `above ${formatCount(below)} of ${sales}${equal ? `, and equal to ${formatCount(equal)}` : ''}`;
  return equal
    ? `equal to the ${equal === 1 ? 'cheapest' : `${formatCount(equal)} cheapest`} of ${sales}`
    : `below all of ${sales}`;
}

/**
 * A price among the compared sales as a sentence: `1,500,000 PD is above 8 of these 11 sales.` Null without a price.
 * Fewer than `LIMITS.similar.min` sales are not conclusive. Never contains a mean or an estimate (docs/product.md
 * "Purpose and roles").
 */
export function positionSummary(position: PricePosition): string | null {
  const { price, compared } = position;
  if (price === null || compared === 0) return null;
  if (compared < LIMITS.similar.min) return `Too few sales to compare ${formatPrice(price)} PD with.`;
  return `${formatPrice(price)} PD is ${comparison(position)}.`;
}
