import { z } from 'zod';
import { zFormOption } from '../sale/catalogue.ts';
import { byStat, STATS } from '../sale/ivs.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { type AnySale, zAnySale, zNameSuggestion, zPrice, zPricePoint } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAllowed, tooLong, zDate, zDay, zId, zIv, zName, zOneOf, zText } from '../shared/primitives.ts';
import { SORT_ORDERS } from '../shared/sort-orders.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { MARKET_SORTS } from './market-search-params.ts';
import {
  type FilterNotes,
  filterNotes,
  ignoredTerms,
  zDays,
  zFilterValues,
  zMarketFilterWith,
} from './sale-filter.ts';
import { MATCHES, SIMILARITY_TRAITS } from './similarity.ts';

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
/** The chart of a filter. */
export const zMarketChart = zChart.extend(filterNotes);
export type ChartPoint = Chart['data'][number];

/** Counts, positions and single prices of some sales, never a mean (docs/product.md "Purpose"). */
const zSaleFigures = z.object({
  sales: z.number(),
  /** Whether there are older sales that all figures leave out. */
  newest_only: z.boolean(),
  /** The lowest and highest price; null without sales, as all prices and days here. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The ends of the middle half of the prices. Both were paid. */
  half_from: z.number().nullable(),
  half_to: z.number().nullable(),
  /** The price and day of the last sale. */
  last_price: z.number().nullable(),
  last_sold: zDay.nullable(),
  with_proof: z.number(),
});
export type SaleFigures = z.infer<typeof zSaleFigures>;
/** The figures of no sales. */
export const NO_FIGURES: SaleFigures = {
  sales: 0,
  newest_only: false,
  low: null,
  high: null,
  half_from: null,
  half_to: null,
  last_price: null,
  last_sold: null,
  with_proof: 0,
};

/** What a name sold for (docs/similar-sales.md). */
export const zAnswer = z.object({
  /** The sales with everything that was asked for. */
  exact: zSaleFigures,
  /** The other sales that are similar; null when nothing was asked for in which they could differ. */
  similar: zSaleFigures.nullable(),
});
export type Answer = z.infer<typeof zAnswer>;
export const zItemAnswer = zAnswer.extend(ignoredTerms);
export const zPokemonAnswer = zAnswer.extend(filterNotes);

/** The answer to a filter; null when it does not name exactly one name. */
export const zFilterAnswer = z.object({ answer: zAnswer.nullable(), ...filterNotes });

const similarity = {
  /** Traits to ignore. */
  without: z.array(z.enum(SIMILARITY_TRAITS)).max(SIMILARITY_TRAITS.length).optional(),
  limit: z.number().int().min(1).max(LIMITS.similar.shown).optional(),
};

export const zSimilarToSale = z.strictObject({ sale_id: zId('sale_id'), ...similarity });

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

/** A price among the compared sales: counts and extremes, never a mean (docs/product.md "Purpose"). */
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
 * Warnings for the submitter, which do not block the submission (docs/screens.md). They contain counts and
 * extremes of actual sales, but no median (docs/product.md "Purpose").
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
  /** A pokemon's forms; empty for an item. */
  forms: z.array(zFormOption.extend({ sales: z.number() })),
  /** Approved sales of all time, with the dates of the first and last. */
  sales: z.number(),
  first_sold: zDay.nullable(),
  last_sold: zDay.nullable(),
  /** Whether any trait of a pokemon has enough pairs of sales to say what it is worth. */
  has_trait_worth: z.boolean(),
});
export type NamePage = z.infer<typeof zNamePage>;

const zSold = z.object({ today: z.number(), recent: z.number() });

/** Recent sales of both kinds (docs/screens.md). Days are UTC. */
export const zMarketOverview = z.object({
  today: zDay,
  /** The first of the recent days, as of `last 7d` in a search; the last one is today. */
  since: zDay,
  /** The numbers of sales of today, and of all recent days. */
  sales: z.object({ item: zSold, pokemon: zSold }),
  /** The names with the most sales among the recent ones, at most the newest 2,500 of each kind, and their numbers. */
  most_traded: z.array(zNameSuggestion.extend({ kind: z.enum(SALE_KINDS) })),
  /** The recent sales with the highest prices among those with a proof. */
  notable: z.array(zAnySale),
});
export type MarketOverview = z.infer<typeof zMarketOverview>;

/** The text as typed: positions in the answer refer to it. */
export const zMarketSearchInput = z.strictObject({
  text: z
    .string()
    .max(LIMITS.search.length, tooLong('text', LIMITS.search.length))
    .refine((text) => text.trim().length >= LIMITS.autocomplete.minChars, {
      error: `text must be at least ${LIMITS.autocomplete.minChars} characters long`,
    })
    .refine((text) => !hasForbiddenCharacter(text), notAllowed('text')),
});

const span = { from: z.number(), to: z.number() };
/** With alternatives, there is an advanced query: simple filters have no OR. */
const zFilters = zFilterValues.extend({ query: z.string().optional() });
const zOrder = z.object({ sort: z.enum(MARKET_SORTS), order: z.enum(SORT_ORDERS) });

/** What a search text means (`ParsedSearch`), and the names of both kinds that it suggests. */
export const zMarketSearch = z.object({
  kind: z.enum(SALE_KINDS).nullable(),
  filters: zFilters,
  order: zOrder.nullable(),
  /** The path of the sale or price check that it asks for, in place of a list; null for a list. */
  page: z.string().nullable(),
  /** One without filters is the number of a sale. */
  terms: z.array(
    z.object({
      ...span,
      filters: zFilterValues,
      order: zOrder.optional(),
      alternatives: z.array(zFilters).optional(),
    }),
  ),
  ignored: z.array(z.object(span)),
  /** The best match first. */
  suggestions: z.array(zNameSuggestion.extend({ kind: z.enum(SALE_KINDS) })),
});
export type MarketSearch = z.infer<typeof zMarketSearch>;
export type SearchSuggestion = MarketSearch['suggestions'][number];

/**
 * Live changes of the sales that match a page's filter. `added` replaces a sale with the same id; `is_new` when it was not
 * public before. `removed` can refer to a sale that the page never had; `was_listed` when a sale of the filter was deleted
 * or returned to review. `many` requires a reload. `here` marks the position in the feed: what was requested during its
 * `quiet_ms` before it, in which nothing changed, needs no reload.
 */
export type MarketUpdate =
  | ({ type: 'here'; quiet_ms: number } & FilterNotes)
  | { type: 'added'; sale: AnySale; is_new: boolean }
  | { type: 'removed'; sale_id: number; was_listed: boolean }
  | { type: 'many' };

const LIVE_ID_LENGTH = 4000;

/** tRPC's client sends `lastEventId` after a reconnect, to resume where the connection was lost. */
export const zMarketLiveInput = zMarketFilterWith({
  lastEventId: zText('lastEventId', LIVE_ID_LENGTH).nullish(),
});
