import { z } from 'zod';
import { ivColumn, STATS } from '../sale/ivs.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { zAnySale } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { zFraction, zName, zOneOf } from '../shared/primitives.ts';

/** The traits whose worth is shown on the page of a pokemon (docs/trait-worth.md). */
export const TRAITS = ['is_shiny', 'nature', 'ability', 'form', ...STATS.map(ivColumn)] as const;
export type Trait = (typeof TRAITS)[number];

export const zTraitWorthInput = z.strictObject({ name: zName('name') });

const compared = {
  trait: z.enum(TRAITS),
  /** The value of one sale of each pair: `true` for is_shiny, `31` for an IV. */
  value: z.string(),
  /** The value of the other sales: `false` for is_shiny, `less` for an IV; null when there are several values. */
  other: z.string().nullable(),
};

/** The pairs of a trait: counts, and differences of single prices, never a mean (docs/trait-worth.md). */
const zTraitFigures = z.object({
  ...compared,
  pairs: z.number(),
  /** In how many of them the sale with the value has the higher price, and the lower one. */
  dearer: z.number(),
  cheaper: z.number(),
  /** The ends of the middle half of the differences. Both are differences of a pair. */
  half_from: zFraction,
  half_to: zFraction,
  /** Lowest first: 0.15 when the sale with the value has a price that is 15 % higher than the other one. */
  differences: z.array(zFraction),
  /** The two-sided p-value of the sign test, not corrected for the number of traits. */
  p_value: zFraction,
  /** What the sign test shows after that correction; null when the differences can be chance. */
  claim: z.enum(['dearer', 'cheaper']).nullable(),
});
export type TraitFigures = z.infer<typeof zTraitFigures>;

export const zTraitWorth = z.object({
  /** Surest first. */
  data: z.array(zTraitFigures),
  /** The number of sales in which pairs were searched, and whether there are older ones. */
  compared: z.number(),
  newest_only: z.boolean(),
});
export type TraitWorth = z.infer<typeof zTraitWorth>;

/** The values of a trait that are compared with its other ones. Abilities and forms are compared without case. */
function zValueOf(trait: Trait): z.ZodType<string> {
  switch (trait) {
    case 'nature':
      return zOneOf('value', NATURE_NAMES);
    case 'ability':
    case 'form':
      return z.string();
    case 'is_shiny':
      return z
        .string()
        .toLowerCase()
        .pipe(z.literal('true', { error: 'value must be true for is_shiny' }));
    default:
      return z.literal(String(LIMITS.iv.max), { error: `value must be ${LIMITS.iv.max} for ${trait}` });
  }
}

export const zTraitPairsInput = z
  .strictObject({
    name: zName('name'),
    trait: zOneOf('trait', TRAITS),
    value: zName('value'),
  })
  .check((asked) => {
    const { data, error } = zValueOf(asked.value.trait).safeParse(asked.value.value);
    if (data !== undefined) asked.value.value = data;
    for (const { message } of error?.issues ?? [])
      asked.issues.push({ code: 'custom', path: ['value'], message, input: asked.value.value });
  });
export type TraitPairsInput = z.infer<typeof zTraitPairsInput>;

export const zTraitPairs = z.object({
  /** The newest pairs, newest first. */
  data: z.array(
    z.object({
      with: zAnySale,
      without: zAnySale,
      difference: zFraction,
    }),
  ),
  /** The number of all pairs. */
  pairs: z.number(),
});
export type TraitPairs = z.infer<typeof zTraitPairs>;
