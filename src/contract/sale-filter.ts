import { z } from 'zod';
import { HIDDEN_POWER_TYPES } from './hidden-power.ts';
import { type IvColumn, ivColumn, STATS } from './ivs.ts';
import { LIMITS } from './limits.ts';
import { NATURE_NAMES } from './natures.ts';
import { zDate, zOneOf, zQueryBool, zQueryInt, zSearch } from './primitives.ts';
import { zQueryOf } from './query/sale-query.ts';

/** Filters that both kinds share, without the name. */
const commonFilters = {
  min_price: zQueryInt('min_price', 0, LIMITS.price.max).optional(),
  max_price: zQueryInt('max_price', 0, LIMITS.price.max).optional(),
  date_from: zDate('date_from').optional(),
  date_to: zDate('date_to').optional(),
};

const zIvBound = (name: string) => zQueryInt(name, LIMITS.iv.min, LIMITS.iv.max).optional();
type IvBound = `${'min' | 'max'}_${IvColumn}`;
const IV_BOUNDS = STATS.flatMap((stat): IvBound[] => [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`]);

/** Filters on the traits of a pokemon. */
const traitFilters = {
  nature: zOneOf('Nature', NATURE_NAMES).optional(),
  ability: zSearch('ability').optional(),
  form: zSearch('form').optional(),
  hidden_power: zOneOf('hidden_power', HIDDEN_POWER_TYPES).optional(),
  ...(Object.fromEntries(IV_BOUNDS.map((bound) => [bound, zIvBound(bound)])) as Record<
    IvBound,
    ReturnType<typeof zIvBound>
  >),
  is_shiny: zQueryBool('is_shiny').optional(),
  min_perfect_ivs: zQueryInt('min_perfect_ivs', 0, STATS.length).optional(),
};

/** What sales of items can be narrowed by, beside their name. */
export const itemFilters = { ...commonFilters, query: zQueryOf('item').optional() };
/** What sales of pokemon can be narrowed by, beside their name. */
export const pokemonFilters = { ...commonFilters, ...traitFilters, query: zQueryOf('pokemon').optional() };

/** How many days up to today, for charts. */
export const zDays = zQueryInt('days', 1, LIMITS.priceHistory.maxDays).optional();

const nameFilters = { name: zSearch('name').optional(), exact: zQueryBool('exact').optional() };

/**
 * What Market History is narrowed to: one filter for its list, count, chart, live sales and address. With more
 * fields, the input of a call that takes the filter along.
 */
export const zMarketFilterWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('item'), ...nameFilters, ...itemFilters, ...extra }),
    z.strictObject({ kind: z.literal('pokemon'), ...nameFilters, ...pokemonFilters, ...extra }),
  ]);

export const zMarketFilter = zMarketFilterWith({});
export type MarketFilter = z.input<typeof zMarketFilter>;
