import { z } from 'zod';
import { STATS } from '../sale/ivs.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { NATURE_NAMES } from '../sale/natures.ts';
import { zAnySale, zPrice, zPricePoint } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { zId, zName, zOneOf } from '../shared/primitives.ts';
import { zDays, zMarketFilterWith } from './sale-filter.ts';
import { SIMILARITY_TRAITS } from './similarity-traits.ts';

/** What the chart of Market History shows: the page's filter over the last days. */
export const zChartInput = zMarketFilterWith({ days: zDays });

/**
 * Single sales up to `LIMITS.priceHistory.points` of them, each with what it can be coloured by; above that a point
 * a day with the median sale of the day. Oldest first.
 */
export const zChart = z.object({
  data: z.array(
    zPricePoint.extend({
      name: z.string().optional(),
      nature: z.string().optional(),
      perfect_ivs: z.number().optional(),
      is_shiny: z.boolean().optional(),
    }),
  ),
  /** Sales, not points. */
  total_records: z.number(),
  /** How many names they are sales of. */
  names: z.number(),
});
export type Chart = z.infer<typeof zChart>;
export type ChartPoint = Chart['data'][number];

const similarity = {
  /** Traits left out of account. */
  without: z.array(z.enum(SIMILARITY_TRAITS)).max(SIMILARITY_TRAITS.length).optional(),
  limit: z.number().int().min(1).max(LIMITS.similar.shown).optional(),
};
const zIv = z.number().int().min(LIMITS.iv.min).max(LIMITS.iv.max);

/** Sales like a stored one. */
export const zSimilarToSale = z.strictObject({ sale_id: zId('sale_id'), ...similarity });
export type SimilarToSale = z.infer<typeof zSimilarToSale>;

/** Sales like one that is only described: traits that are not given are left out of account. */
export const zSimilarTo = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('item'), name: zName('name'), price: zPrice.nullish(), ...similarity }),
  z.strictObject({
    kind: z.literal('pokemon'),
    name: zName('name'),
    price: zPrice.nullish(),
    nature: zOneOf('Nature', NATURE_NAMES).nullish(),
    ability: zName('Ability').nullish(),
    form: zName('Form').nullish(),
    is_shiny: z.boolean().nullish(),
    /** Each alone, as far as they are known. */
    ivs: z
      .strictObject(
        Object.fromEntries(STATS.map((stat) => [stat, zIv.nullish()])) as Record<
          (typeof STATS)[number],
          z.ZodOptional<z.ZodNullable<typeof zIv>>
        >,
      )
      .optional(),
    ...similarity,
  }),
]);
export type SimilarTo = z.infer<typeof zSimilarTo>;

/** Where a price stands among those of comparable sales: counts and ends, never a mean (docs/product.md "Purpose and roles"). */
export const zPricePosition = z.object({
  /** The price in question; null when none was named. */
  price: z.number().nullable(),
  /** Comparable sales; fewer than `LIMITS.similar.min` say nothing. */
  comparable: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How many of them were cheaper, and how many as dear. */
  below: z.number(),
  equal: z.number(),
});
export type PricePosition = z.infer<typeof zPricePosition>;

export const zSimilar = z.object({
  /** The most alike first. */
  data: z.array(
    z.object({
      sale: zAnySale,
      /** 0 for the same traits on the same day. */
      distance: z.number(),
      differences: z.array(z.enum(SIMILARITY_TRAITS)),
    }),
  ),
  position: zPricePosition,
});
export type Similar = z.infer<typeof zSimilar>;

export const zNamePageInput = z.strictObject({
  kind: z.enum(SALE_KINDS),
  slug: z
    .string()
    .min(1)
    .max(LIMITS.name.max * 2),
});

/** What the page of an item or a pokemon starts with. */
export const zNamePage = z.object({
  kind: z.enum(SALE_KINDS),
  name: z.string(),
  slug: z.string(),
  image_url: z.string().nullable(),
  pokemon_id: z.number().nullable(),
  /** Of a pokemon, each with the abilities it can have; none of an item. */
  forms: z.array(z.object({ form: z.string(), abilities: z.array(z.string()), sales: z.number() })),
  /** Approved sales of all time, and the days of the first and last. */
  sales: z.number(),
  first_sold: z.string().nullable(),
  last_sold: z.string().nullable(),
});
export type NamePage = z.infer<typeof zNamePage>;

export const zSaleInput = z.strictObject({ id: zId('id') });

/**
 * What becomes of the sales that a page's filter lets through. An `added` sale takes the place of one with the same id;
 * `removed` may name one that the page never had; `many` asks to load them again. `here` says up to where the page has
 * been told; `quiet` when nothing at all had changed for `LIMITS.live.quietMs`, so that what the page loaded just before
 * is whole.
 */
export const zMarketUpdate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('here'), quiet: z.boolean() }),
  z.object({ type: z.literal('added'), sale: zAnySale }),
  z.object({ type: z.literal('removed'), sale_id: z.number() }),
  z.object({ type: z.literal('many') }),
]);
export type MarketUpdate = z.infer<typeof zMarketUpdate>;
export type SaleAdded = Extract<MarketUpdate, { type: 'added' }>;

/** Characters of the id of a live update. */
export const LIVE_ID_LENGTH = 4000;

/** `lastEventId` is where a lost connection left off; the client sends it by itself. */
export const zMarketLiveInput = zMarketFilterWith({ lastEventId: z.string().max(LIVE_ID_LENGTH).nullish() });
