import { formatPrice } from '../sale/price.ts';
import { LIMITS } from '../shared/limits.ts';
import { counted } from '../shared/plural.ts';
import type { PricePosition } from './market.ts';

const sales = (count: number) => counted(count, 'comparable sale');

/** Prices from the lowest to the highest: `400,000 to 2,100,000 PD`, `all at 5 PD`. */
export const priceEnds = (low: number, high: number): string =>
  low === high ? `all at ${formatPrice(low)} PD` : `${formatPrice(low)} to ${formatPrice(high)} PD`;

/** How a price compares with those of so many sales. */
function standing({ comparable, below, equal }: PricePosition): string {
  if (equal === comparable) return 'this one is at the price of all of them';
  const same = equal ? ` and as dear as ${equal.toLocaleString('en-US')}` : '';
  if (below === comparable) return 'this one is above all of them';
  if (below > 0) return `this one is above ${below.toLocaleString('en-US')} of them${same}`;
  return equal
    ? `this one is as dear as the ${equal === 1 ? 'cheapest' : `${equal.toLocaleString('en-US')} cheapest`} of them`
    : 'this one is below all of them';
}

/**
 * Where a price stands among comparable sales, in words: `11 comparable sales, 400,000 to 2,100,000 PD; this one is
 * above 8 of them`. Fewer than `LIMITS.similar.min` say nothing. Never a mean or an estimate (docs/product.md "Purpose and roles").
 */
export function positionSummary(position: PricePosition): string {
  const { comparable, low, high, price } = position;
  if (comparable === 0 || low === null || high === null) return 'No comparable sales: too few to say.';
  if (comparable < LIMITS.similar.min) return `${sales(comparable)}: too few to say.`;
  const ends = `${sales(comparable)}, ${priceEnds(low, high)}`;
  return price === null ? ends : `${ends}; ${standing(position)}`;
}
