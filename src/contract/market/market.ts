import { z } from 'zod';
import { byStat, STATS } from '../sale/ivs.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { zAnySale, zPrice, zPricePoint } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { zId, zIv, zName, zOneOf, zText } from '../shared/primitives.ts';
import { zAnswer } from './answer.ts';
import { MATCHES } from './matches.ts';
import { zDays, zMarketFilterWith } from './sale-filter.ts';
import { SIMILARITY_TRAITS } from './similarity-traits.ts';

/** Input of Market History's chart: the page's filter and a time window. */
export const zChartInput = zMarketFilterWith({ days: zDays });

/**
 * Up to `LIMITS.priceHistory.points` single sales, each with the traits to colour it by. Beyond that, one point per
 * day with the day's median sale. Oldest first.
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
  /** The number of sales; a point can stand for several. */
  total_records: z.number(),
  /** The number of different names among the sales. */
  names: z.number(),
});
export type Chart = z.infer<typeof zChart>;
export type ChartPoint = Chart['data'][number];

const similarity = {
  /** Traits to ignore. */
  without: z.array(z.enum(SIMILARITY_TRAITS)).max(SIMILARITY_TRAITS.length).optional(),
  limit: z.number().int().min(1).max(LIMITS.similar.shown).optional(),
};

/** Finds sales similar to a stored sale. */
export const zSimilarToSale = z.strictObject({ sale_id: zId('sale_id'), ...similarity });
export type SimilarToSale = z.infer<typeof zSimilarToSale>;

/** Finds sales similar to a description; omitted traits are ignored. */
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
    /** Each IV is optional. */
    ivs: z.strictObject(byStat(() => zIv.nullish())).optional(),
    /** Of the six, whichever they are. */
    min_perfect_ivs: z.number().int().min(1).max(STATS.length).nullish(),
    ...similarity,
  }),
]);
export type SimilarTo = z.infer<typeof zSimilarTo>;

/** A price among the compared sales: counts and extremes, never a mean (docs/product.md "Purpose and roles"). */
const zPricePosition = z.object({
  /** The price to compare; null when none was given. */
  price: z.number().nullable(),
  /** Number of exact matches and similar sales; fewer than `LIMITS.similar.min` are not conclusive. */
  compared: z.number(),
  /** Number of cheaper ones, and of those with the same price. */
  below: z.number(),
  equal: z.number(),
});
export type PricePosition = z.infer<typeof zPricePosition>;

export const zSimilar = z.object({
  /** Exact matches, then similar sales, then others of the name; each most similar first. */
  data: z.array(
    z.object({
      sale: zAnySale,
      /** 0 for the same traits on the same day. */
      distance: z.number(),
      differences: z.array(z.enum(SIMILARITY_TRAITS)),
      match: z.enum(MATCHES),
    }),
  ),
  answer: zAnswer,
  /** The prices of the compared sales, newest first. */
  prices: z.object({ exact: z.array(z.number()), similar: z.array(z.number()) }),
  position: zPricePosition,
});
export type Similar = z.infer<typeof zSimilar>;

export const zNamePageInput = z.strictObject({
  kind: z.enum(SALE_KINDS),
  slug: zText('slug', LIMITS.name.max * 2).min(1, { error: 'slug is required' }),
});

/** The header of an item's or pokemon's page. */
export const zNamePage = z.object({
  kind: z.enum(SALE_KINDS),
  name: z.string(),
  slug: z.string(),
  image_url: z.string().nullable(),
  pokemon_id: z.number().nullable(),
  /** A pokemon's forms, each with its type and its possible abilities; empty for an item. */
  forms: z.array(
    z.object({ form: z.string(), type: z.string(), abilities: z.array(z.string()), sales: z.number() }),
  ),
  /** Approved sales of all time, with the dates of the first and last. */
  sales: z.number(),
  first_sold: z.string().nullable(),
  last_sold: z.string().nullable(),
});
export type NamePage = z.infer<typeof zNamePage>;

export const zSaleAdded = z.object({ type: z.literal('added'), sale: zAnySale });
export type SaleAdded = z.infer<typeof zSaleAdded>;

/**
 * Live changes of the sales that match a page's filter. `added` replaces a sale with the same id. `removed` can refer
 * to a sale that the page never had. `many` requires a reload. `here` marks the position in the feed; it is `quiet`
 * when nothing changed for `LIMITS.live.quietMs`, so data loaded just before the subscription is complete.
 */
export type MarketUpdate =
  | { type: 'here'; quiet: boolean }
  | SaleAdded
  | { type: 'removed'; sale_id: number }
  | { type: 'many' };

/** Maximum length of a live update's id. */
const LIVE_ID_LENGTH = 4000;

/** tRPC's client sends `lastEventId` after a reconnect, to resume where the connection was lost. */
export const zMarketLiveInput = zMarketFilterWith({
  lastEventId: zText('lastEventId', LIVE_ID_LENGTH).nullish(),
});
