import { z } from 'zod';
import { byStat } from '../sale/ivs.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { zPrice } from '../sale/sale.ts';
import { zDate, zIv, zName, zOneOf } from '../shared/primitives.ts';

const common = { name: zName('name'), price: zPrice, date_sold: zDate('Date sold').nullish() };

/** A sale before its submission, with all traits that affect its price. */
export const zPriceCheckInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('item'), ...common }),
  z.strictObject({
    kind: z.literal('pokemon'),
    ...common,
    nature: zOneOf('Nature', NATURE_NAMES),
    ability: zName('Ability'),
    form: zName('Form'),
    is_shiny: z.boolean(),
    ivs: z.strictObject(byStat(() => zIv)),
  }),
]);
export type PriceCheckInput = z.infer<typeof zPriceCheckInput>;

/**
 * Warnings for the submitter, which do not block the submission (docs/product.md "Screens"). They contain counts and
 * extremes of actual sales, but no median (docs/product.md "Purpose and roles").
 */
export const zPriceWarnings = z.object({
  /** Differs from the median of the most comparable sales by more than a factor of `LIMITS.review.priceFactor`. */
  unusual: z.enum(['high', 'low']).nullable(),
  /** The number of comparable sales, with the lowest and highest price. */
  comparable: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** A probable duplicate: a public sale with the same traits and price within `LIMITS.review.nearDays`. */
  same: z.number().nullable(),
});
export type PriceWarnings = z.infer<typeof zPriceWarnings>;
