import type { QueryNode } from '../query/ast.ts';
import { restricts } from '../query/restricts.ts';
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
