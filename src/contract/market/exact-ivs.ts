import { ivColumn, STATS, type Stat } from '../sale/ivs.ts';
import type { PartialSpread } from '../sale/spreads.ts';
import { LIMITS } from '../shared/limits.ts';
import type { FilterValues } from './filter-fields.ts';

/** The IVs that a filter fixes to one value. An open end of a range is the end of the scale. */
export const exactIvs = (filters: FilterValues): Partial<Record<Stat, number>> =>
  Object.fromEntries(
    STATS.flatMap((stat) => {
      const { [`min_${ivColumn(stat)}` as const]: min = LIMITS.iv.min } = filters;
      const { [`max_${ivColumn(stat)}` as const]: max = LIMITS.iv.max } = filters;
      return min === max ? [[stat, min] as const] : [];
    }),
  );

/** The parameters of both ends of the stats' IVs. */
export const ivParams = (stats: readonly Stat[]) =>
  stats.flatMap((stat) => [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`] as const);

/** The filters that fix the known IVs of a spread. */
export const ivFilters = (spread: PartialSpread): FilterValues =>
  Object.fromEntries(
    STATS.flatMap((stat) => {
      const iv = spread[stat] ?? null;
      return iv === null ? [] : ivParams([stat]).map((param) => [param, iv] as const);
    }),
  );
