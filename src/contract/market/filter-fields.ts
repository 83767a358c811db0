import { ALL_FIELDS, type FieldEntry, type QueryField } from '../query/fields.ts';
import type { SaleKind } from '../sale/kinds.ts';
import {
  calendarDay,
  type IgnoredFilter,
  oneOf,
  type Reader,
  readWholeNumber,
  searchText,
  trueOrFalse,
} from '../shared/search-param-values.ts';

type ValueOf<Field> = Field extends { filter: { yes: infer Yes; no: infer No } }
  ? Yes | No
  : Field extends { values: readonly (infer Choice)[] }
    ? Choice
    : Field extends { type: 'number' | 'price' }
      ? number
      : Field extends { type: 'flag' }
        ? boolean
        : string;

type ParamsOf<Filter> = Filter extends { is: infer Param extends string }
  ? Param
  : Extract<Filter[keyof Filter], string>;

/** Union with one row of types per parameter of a simple filter. */
type Row<Field = FieldEntry> = Field extends { filter: infer Filter; kinds: readonly (infer Kind)[] }
  ? {
      [P in ParamsOf<Filter>]: {
        param: P;
        value: ValueOf<Field>;
        isOf: 'item' extends Kind ? SaleKind : Kind;
      };
    }[ParamsOf<Filter>]
  : never;

/** Parameter names of the simple filters in REST, tRPC and the URL. */
export type FilterParam = Row['param'];
/** Parameters that items have too. */
export type ItemFilterParam = Exclude<FilterParam, Extract<Row, { isOf: 'pokemon' }>['param']>;

/** The value of each simple filter; an absent one matches every sale. */
export type FilterValues = { [P in FilterParam]?: Extract<Row, { param: P }>['value'] };

export type FilterValue = string | number | boolean;

/** One parameter of a simple filter: the field it narrows, and how. */
export interface FilterDefinition {
  param: FilterParam;
  field: QueryField;
  op: '=' | '>=' | '<=';
}

const definitionsOf = (field: QueryField): FilterDefinition[] => {
  const { filter } = field;
  if (!filter) return [];
  const ends =
    'is' in filter
      ? ([[filter.is, '=']] as const)
      : ([
          [filter.min, '>='],
          [filter.max, '<='],
        ] as const);
  // Safe: `FilterParam` is derived from the same table.
  return ends.flatMap(([param, op]) =>
    param === undefined ? [] : [{ param: param as FilterParam, field, op }],
  );
};

export const FILTER_DEFINITIONS: readonly FilterDefinition[] = ALL_FIELDS.flatMap(definitionsOf);

const ofKind = (kind: SaleKind) => FILTER_DEFINITIONS.filter(({ field }) => field.kinds.includes(kind));
const OF_KIND: Record<SaleKind, readonly FilterDefinition[]> = {
  item: ofKind('item'),
  pokemon: ofKind('pokemon'),
};

/** The simple filters of a kind, except the name. */
export const filtersOfKind = (kind: SaleKind): readonly FilterDefinition[] => OF_KIND[kind];

/** Those of some filters that a kind has. */
export const filtersFor = (kind: SaleKind, values: FilterValues): FilterValues =>
  Object.fromEntries(
    filtersOfKind(kind).flatMap(({ param }) => {
      const value = values[param];
      return value === undefined ? [] : [[param, value] as const];
    }),
  );

/** The parameters of a field's filter: one, or the two ends of a range. */
export const paramsOf = (field: QueryField): FilterParam[] => definitionsOf(field).map(({ param }) => param);

/** Filters that replace those of their fields: both ends of a range are set, if only to undefined. */
export const replacing = (values: FilterValues): FilterValues => {
  const fields = FILTER_DEFINITIONS.filter(({ param }) => values[param] !== undefined).map(
    ({ field }) => field,
  );
  return { ...Object.fromEntries(fields.flatMap(paramsOf).map((param) => [param, undefined])), ...values };
};

/** The two values of a flag's filter, the value for `set` first. */
export const flagChoices = ({ filter }: QueryField): readonly [set: FilterValue, unset: FilterValue] =>
  filter && 'is' in filter && filter.yes !== undefined && filter.no !== undefined
    ? [filter.yes, filter.no]
    : [true, false];

function readerOf(field: QueryField): Reader<FilterValue> {
  switch (field.type) {
    case 'flag': {
      const choices = flagChoices(field).filter((choice) => typeof choice === 'string');
      return choices.length ? oneOf(choices) : trueOrFalse;
    }
    case 'choice':
      return oneOf(field.values ?? []);
    case 'number':
    case 'price':
      return readWholeNumber(field.range?.min ?? 0, field.range?.max ?? 0);
    case 'date':
      return calendarDay;
    case 'text':
      return searchText;
  }
}

const READERS: ReadonlyMap<FilterParam, Reader<FilterValue>> = new Map(
  FILTER_DEFINITIONS.map(({ param, field }) => [param, readerOf(field)]),
);

/** The simple filters of a query string that have no effect: with an invalid value, or of the other kind. */
export function ignoredFilters(kind: SaleKind, query: URLSearchParams): IgnoredFilter[] {
  const own = new Set(filtersOfKind(kind).map(({ param }) => param));
  return [...READERS].flatMap(([param, read]): IgnoredFilter[] => {
    const value = query.get(param) ?? '';
    const isApplied = value === '' || (own.has(param) && read(value) !== undefined);
    return isApplied ? [] : [[param, value]];
  });
}

/** Reads the simple filters of a kind from a query string; invalid values are ignored. */
export function readFilterValues(kind: SaleKind, query: URLSearchParams): FilterValues {
  const given = filtersOfKind(kind).flatMap(({ param }) => {
    const value = READERS.get(param)?.(query.get(param) ?? '');
    return value === undefined ? [] : [[param, value] as const];
  });
  return Object.fromEntries(given);
}
