import { reasonsText } from '../../../../src/contract/reports/report-values.ts';
import type { Neighbour, SaleFlag } from '../../../../src/contract/review/flags.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { priceText } from '../../../../src/contract/sale/price.ts';
import { andList } from '../../../../src/contract/shared/lists.ts';
import { formatNumber, plural } from '../../../../src/contract/shared/plural.ts';

/** `sales #3 (approved), #9 (pending) and 4 more`. */
function namedSales({ sales, total }: { sales: readonly Neighbour[]; total: number }): string {
  const names = sales.map(({ sale_id, status }) => `#${sale_id} (${status})`);
  const more = total - sales.length;
  return `${plural(total, 'sale')} ${andList(more > 0 ? [...names, `${more} more`] : names)}`;
}

/** `10×`, `3.4×`: one decimal below ten, none above. */
const times = (ratio: number) =>
  ratio < 9.95 ? `${Math.round(ratio * 10) / 10}` : formatNumber(Math.round(ratio));

/** A ratio to the median: `10× the usual`, `1/5 of the usual`. */
export const ofUsual = (ratio: number) =>
  ratio >= 1 ? `${times(ratio)}× the usual` : `1/${times(1 / ratio)} of the usual`;

/**
 * A flag in one sentence, with its evidence.
 *
 * @param kind of the flagged sale; items have no traits to mention
 */
export function describeFlag(flag: SaleFlag, kind: SaleKind): string {
  const traits = kind === 'pokemon';
  switch (flag.flag) {
    case 'duplicate':
      return `Same name, price${traits ? ', day and traits' : ' and day'} as ${namedSales(flag)}`;
    case 'near_duplicate':
      return `Same name${traits ? ', price and traits' : ' and price'}, a few days apart, as ${namedSales(flag)}`;
    case 'same_proof':
      return `Same proof as ${namedSales(flag)}`;
    case 'reported':
      return `Reported by players: ${reasonsText(flag.reasons)}`;
    case 'no_proof':
      return 'No proof';
    case 'price':
      return `${ofUsual(flag.ratio)}: the median of ${flag.comparable} comparable sales is ${priceText(flag.median)}`;
    case 'first_sale':
      return 'First sale of this name';
    case 'new_item':
      return flag.nearest === null
        ? 'New item; no similar known name'
        : `New item; closest known name: ${flag.nearest}`;
  }
}
