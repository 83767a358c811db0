import { z } from 'zod';
import type { SaleKind } from '../sale/kinds.ts';
import { formatPrice } from '../sale/price.ts';
import { SALE_STATUSES } from '../sale/sale.ts';
import { plural } from '../shared/plural.ts';

/** Another sale that a flag points to. */
export const zNeighbour = z.object({
  sale_id: z.number(),
  status: z.enum(SALE_STATUSES),
  price: z.number(),
  date_sold: z.string(),
});
export type Neighbour = z.infer<typeof zNeighbour>;

/** At most `LIMITS.review.shown` sales; `total` counts all. */
const neighbours = { sales: z.array(zNeighbour), total: z.number() };

/**
 * A warning for reviewers, with its evidence. No flag blocks a decision.
 *
 * - `duplicate`: the same name, price, day and traits.
 * - `near_duplicate`: like `duplicate`, but on different days at most `LIMITS.review.nearDays` apart.
 * - `same_proof`: the same item or pokemon with the same thread as proof.
 * - `no_proof`: the submitter gave no link to a proof.
 * - `price`: more than three times, or less than a third of, the median of comparable sales.
 * - `first_sale`: the name is in the catalogue but has no approved sale yet.
 * - `new_item`: the item is not in the catalogue; `nearest` is a similar known name.
 */
export const zSaleFlag = z.discriminatedUnion('flag', [
  z.object({ flag: z.literal('duplicate'), ...neighbours }),
  z.object({ flag: z.literal('near_duplicate'), ...neighbours }),
  z.object({ flag: z.literal('same_proof'), ...neighbours }),
  z.object({ flag: z.literal('no_proof') }),
  z.object({
    flag: z.literal('price'),
    /** The price divided by the median. */
    ratio: z.number(),
    /** The price of an actual sale: the lower of the two middle prices for an even number of sales. */
    median: z.number(),
    comparable: z.number(),
  }),
  z.object({ flag: z.literal('first_sale') }),
  z.object({ flag: z.literal('new_item'), nearest: z.string().nullable() }),
]);
export type SaleFlag = z.infer<typeof zSaleFlag>;
export type FlagName = SaleFlag['flag'];

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** `sales #3 (approved), #9 (pending) and 4 more`. */
function namedSales({ sales, total }: { sales: readonly Neighbour[]; total: number }): string {
  const names = sales.map(({ sale_id, status }) => `#${sale_id} (${status})`);
  const more = total - sales.length;
  return `${plural(total, 'sale')} ${listed.format(more > 0 ? [...names, `${more} more`] : names)}`;
}

/** `10×`, `3.4×`: one decimal below ten, none above. */
const times = (ratio: number) =>
  ratio < 9.95 ? `${Math.round(ratio * 10) / 10}` : formatPrice(Math.round(ratio));

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
    case 'no_proof':
      return 'No proof';
    case 'price':
      return `${ofUsual(flag.ratio)}: the median of ${flag.comparable} comparable sales is ${formatPrice(flag.median)} PD`;
    case 'first_sale':
      return 'First sale of this name';
    case 'new_item':
      return flag.nearest === null
        ? 'New item; no similar known name'
        : `New item; closest known name: ${flag.nearest}`;
  }
}
