import type { QueryNode } from '../query/ast.ts';
import { restricts } from '../query/restricts.ts';
import { ivColumn, STATS, type Stat } from '../sale/ivs.ts';
import type { PartialSpread } from '../sale/spreads.ts';
import { LIMITS } from '../shared/limits.ts';
import {
  FILTER_DEFINITIONS,
  type FilterDefinition,
  type FilterValue,
  type FilterValues,
  flagChoices,
} from './filter-fields.ts';

const termOf = ({ field, op }: FilterDefinition, value: FilterValue): QueryNode => ({
  type: 'compare',
  field: field.name,
  op,
  value: field.type === 'flag' ? value === flagChoices(field)[0] : value,
});

/** The filters that are set, each with its term; the equal ends of a range have the same one, with `=`. */
function givenFilters(values: FilterValues) {
  const given = FILTER_DEFINITIONS.flatMap((definition) => {
    const value = values[definition.param];
    return value === undefined || value === '' ? [] : [{ ...definition, value }];
  });
  return given.map((one) => {
    const isEqual = given.some(
      ({ field, op, value }) => field === one.field && op !== one.op && value === one.value,
    );
    return { ...one, isEqual, term: termOf(isEqual ? { ...one, op: '=' } : one, one.value) };
  });
}

/**
 * Converts simple filters, except the name, to terms of the advanced query, to be joined by AND. A range with equal
 * ends becomes one `=` term.
 */
export const filterTerms = (values: FilterValues): QueryNode[] =>
  givenFilters(values).flatMap(({ op, isEqual, term }) => (isEqual && op === '<=' ? [] : [term]));

/** The filters that leave out sales: not the lowest minimum of a number that every sale has, nor the highest maximum. */
export const restrictingValues = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    givenFilters(values).flatMap(({ param, value, term }) =>
      restricts(term) ? [[param, value] as const] : [],
    ),
  );

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
const ivParams = (stats: readonly Stat[]) =>
  stats.flatMap((stat) => [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`] as const);

/** The filters that fix the known IVs of a spread. */
export const ivFilters = (spread: PartialSpread): FilterValues =>
  Object.fromEntries(
    STATS.flatMap((stat) => {
      const iv = spread[stat] ?? null;
      return iv === null ? [] : ivParams([stat]).map((param) => [param, iv] as const);
    }),
  );
