import { z } from 'zod';
import { STATS, type Stat } from '../sale/ivs.ts';
import { NATURE_NAMES } from '../sale/natures.ts';
import { zPrice } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { zDate, zName, zOneOf } from '../shared/primitives.ts';

const zIv = z.number().int().min(LIMITS.iv.min).max(LIMITS.iv.max);

const common = { name: zName('name'), price: zPrice, date_sold: zDate('Date sold').nullish() };

/** A sale that is about to be submitted, with everything that its price depends on. */
export const zPriceCheckInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('item'), ...common }),
  z.strictObject({
    kind: z.literal('pokemon'),
    ...common,
    nature: zOneOf('Nature', NATURE_NAMES),
    ability: zName('Ability'),
    form: zName('Form'),
    is_shiny: z.boolean(),
    ivs: z.strictObject(Object.fromEntries(STATS.map((stat) => [stat, zIv])) as Record<Stat, typeof zIv>),
  }),
]);
export type PriceCheckInput = z.infer<typeof zPriceCheckInput>;

/**
 * What its submitter should look at again: warnings that block nothing (docs/product.md "Screens"). Counts and ends of actual
 * sales; what is in their middle is not told (docs/product.md "Purpose and roles").
 */
export const zPriceCheck = z.object({
  /** Over `LIMITS.review.priceFactor` times the middle of its most comparable sales, or under that part of it. */
  unusual: z.enum(['high', 'low']).nullable(),
  /** Those sales: how many, and the cheapest and the dearest. */
  comparable: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** A public sale that seems to be this one: the same thing and price, within `LIMITS.review.nearDays`. */
  same: z.number().nullable(),
});
export type PriceCheck = z.infer<typeof zPriceCheck>;
