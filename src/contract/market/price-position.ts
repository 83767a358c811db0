import { formatPrice } from '../sale/price.ts';
import { LIMITS } from '../shared/limits.ts';
import { counted } from '../shared/plural.ts';
import type { PricePosition } from './market.ts';

const sales = (count: number) => counted(count, 'comparable sale');

/** A price range: `400,000 to 2,100,000 PD`, `all at 5 PD`. */
export const priceEnds = (low: number, high: number): string =>
  low === high ? `all at ${formatPrice(low)} PD` : `${formatPrice(low)} to ${formatPrice(high)} PD`;

/** How the price compares with the prices of comparable sales. */
function comparison({ comparable, below, equal }: PricePosition): string {
  if (equal === comparable) return 'this one has the same price as all of them';
  const same = equal ? ` and equal to ${equal.toLocaleString('en-US')}` : '';
  if (below === comparable) return 'this one is above all of them';
  if (below > 0) return `this one is above ${below.toLocaleString('en-US')} of them${same}`;
  return equal
    ? `this one is equal to the ${equal === 1 ? 'cheapest' : `${equal.toLocaleString('en-US')} cheapest`} of them`
    : 'this one is below all of them';
}

/**
 * A price among comparable sales as a sentence: `11 comparable sales, 400,000 to 2,100,000 PD; this one is above 8 of
 * them`. Fewer than `LIMITS.similar.min` are not conclusive. Never contains a mean or an estimate
 * (docs/product.md "Purpose and roles").
 */
export function positionSummary(position: PricePosition): string {
  const { comparable, low, high, price } = position;
  if (comparable === 0 || low === null || high === null) return 'No comparable sales: too few to compare.';
  if (comparable < LIMITS.similar.min) return `${sales(comparable)}: too few to compare.`;
  const ends = `${sales(comparable)}, ${priceEnds(low, high)}`;
  return price === null ? ends : `${ends}; ${comparison(position)}`;
}
