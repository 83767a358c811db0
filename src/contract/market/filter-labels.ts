import { ALL_FIELDS, type FieldName, type FieldType, type QueryField } from '../query/fields.ts';
import { ivColumn, STATS } from '../sale/ivs.ts';
import { KINDS, type SaleKind } from '../sale/kinds.ts';
import { formatDate } from '../shared/dates.ts';
import { counted, formatNumber } from '../shared/plural.ts';
import type { SortOrder } from '../shared/sort-orders.ts';
import { shortened } from '../shared/text.ts';
import { flagChoices, paramsOf } from './filter-fields.ts';
import { restrictingValues } from './filter-terms.ts';
import type { MarketFilters, MarketOrder, MarketSort } from './market-search-params.ts';

export interface ActiveFilter {
  /** Standalone label: `Perfect IVs 5 or more`. */
  label: string;
  /** Phrase for a title after its subject: `Garchomp, 5 perfect IVs or more`; null when the subject contains it. */
  phrase: string | null;
  /** The change that clears the filter. */
  off: MarketFilters;
  /** A range whose lower end is above its upper end, so that nothing is in it. */
  isReversed?: boolean;
}

const MAX_QUERY_LENGTH = 80;

/** `1 to 2`, `from 1`, `up to 2`; null when neither end is given. */
function range<T>(min: T | undefined, max: T | undefined, show: (value: T) => string): string | null {
  if (min === undefined && max === undefined) return null;
  if (max === undefined) return min === undefined ? null : `from ${show(min)}`;
  if (min === undefined) return `up to ${show(max)}`;
  return min === max ? show(min) : `${show(min)} to ${show(max)}`;
}

/** Fields that a title's subject already contains. */
const IN_SUBJECT: ReadonlySet<FieldName> = new Set(['nature']);

const FORMATTERS: Partial<Record<FieldType, (value: string | number) => string>> = {
  price: (value) => formatNumber(Number(value)),
  date: (value) => formatDate(String(value)),
};

const lowerFirst = (label: string): string => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** `Perfect IVs 5 or more` */
function perfectIvsFilter(least: number, off: MarketFilters): ActiveFilter {
  const all = least === STATS.length;
  const phrase = all ? 'all six IVs perfect' : `${counted(least, 'perfect IV')} or more`;
  return { label: `Perfect IVs ${all ? 'all six' : `${least} or more`}`, phrase, off };
}

/** The label of one field's filter, which is set. */
function fieldFilter(field: QueryField, values: MarketFilters): ActiveFilter {
  const params = paramsOf(field);
  const given = params.map((param) => values[param]);
  const off: MarketFilters = Object.fromEntries(params.map((param) => [param, undefined]));
  if (field.type === 'flag') {
    const isSet = given[0] === flagChoices(field)[0];
    const label = field.label?.[isSet ? 0 : 1] ?? field.name;
    return { label, phrase: isSet && field.name === 'shiny' ? null : lowerFirst(label), off };
  }
  const [first, last] = given as (string | number | undefined)[];
  if (field.name === 'perfect_ivs') return perfectIvsFilter(Number(first), off);
  const show = FORMATTERS[field.type] ?? String;
  const value = params.length === 1 ? show(first ?? '') : range(first, last, show);
  const label = `${field.label} ${value}${field.type === 'price' ? ' PD' : ''}`;
  const isIv = STATS.some((stat) => ivColumn(stat) === field.name);
  const phrase = IN_SUBJECT.has(field.name) ? null : isIv ? label : lowerFirst(label);
  return { label, phrase, off, isReversed: first !== undefined && last !== undefined && first > last };
}

/** Labels for all filters in effect: those that leave out sales. */
export function activeFilters(filters: MarketFilters): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const { name, exact, query } = filters;
  if (name)
    active.push({
      label: `Name ${exact ? name : `contains “${name}”`}`,
      phrase: null,
      off: { name: undefined, exact: undefined },
    });
  if (query) {
    const label = `Query “${shortened(query, MAX_QUERY_LENGTH)}”`;
    active.push({ label, phrase: lowerFirst(label), off: { query: undefined } });
  }
  const restricting = restrictingValues(filters);
  const fields = ALL_FIELDS.filter((field) => paramsOf(field).some((param) => param in restricting));
  return [...active, ...fields.map((field) => fieldFilter(field, filters))];
}

/** Why nothing can match: the ranges that are reversed; null when none is. */
export function reversedRangesMessage(filters: MarketFilters): string | null {
  const reversed = activeFilters(filters).flatMap(({ label, isReversed }) => (isReversed ? [label] : []));
  if (reversed.length === 0) return null;
  return `${reversed.length === 1 ? 'A range is' : 'Ranges are'} reversed: ${reversed.join('; ')}.`;
}

/** The subject of a title: `Shiny Adamant Garchomp`, `Items with “orb” in the name`. */
function subject(kind: SaleKind, { name, exact, nature, is_shiny }: MarketFilters): string {
  const named = name && exact ? name : KINDS[kind].label;
  const part = name && !exact ? `with “${name}” in the name` : null;
  return [is_shiny ? 'Shiny' : null, nature, named, part].filter(Boolean).join(' ');
}

/** A title for the filtered sales: `Adamant Garchomp, 5 perfect IVs or more`. */
export const filterTitle = (kind: SaleKind, filters: MarketFilters): string =>
  [subject(kind, filters), ...activeFilters(filters).flatMap(({ phrase }) => phrase ?? [])].join(', ');

const LABELS: Record<MarketSort, Record<SortOrder, string>> = {
  name: { asc: 'A to Z', desc: 'Z to A' },
  price: { asc: 'Cheapest first', desc: 'Most expensive first' },
  date_sold: { asc: 'Oldest first', desc: 'Newest first' },
};

export const orderLabel = ({ sort, order }: MarketOrder): string => LABELS[sort][order];
