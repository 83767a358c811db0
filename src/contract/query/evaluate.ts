import { NORMAL_FORM, splitShiny } from '../sale/forms.ts';
import { ivColumn, perfectIvs, STATS } from '../sale/ivs.ts';
import type { AnySale, PokemonSale } from '../sale/sale.ts';
import type { Comparison, QueryNode, QueryValue } from './ast.ts';
import { dayOf } from './day.ts';
import { type FlagField, type FlagProperty, flagOf, type ValueField } from './fields.ts';
import { foldCase, isLike } from './matching.ts';

type PokemonField = Exclude<ValueField, 'item' | 'price' | 'date' | 'submitted_by'>;

/** How many IVs of a sale are 31. */
export const perfectIvsOf = (sale: PokemonSale): number =>
  perfectIvs(Object.fromEntries(STATS.map((stat) => [stat, sale[ivColumn(stat)]])));

function traitOf(sale: PokemonSale, field: PokemonField): QueryValue | null {
  if (field === 'pokemon') return sale.pokemon_name;
  return field === 'perfect_ivs' ? perfectIvsOf(sale) : sale[field];
}

/** What a sale has in a field; null when that is not known, or no field of its kind. */
function fieldOf(sale: AnySale, field: ValueField): QueryValue | null {
  switch (field) {
    case 'item':
      return sale.kind === 'item' ? sale.item_name : null;
    case 'price':
      return sale.price;
    case 'date':
      return sale.date_sold;
    case 'submitted_by':
      return sale.submitted_by_username;
    default:
      return sale.kind === 'pokemon' ? traitOf(sale, field) : null;
  }
}

/** Whether a flag is set; null where sales of this kind do not have it. */
function isSet(sale: AnySale, name: FlagField): boolean | null {
  const { kinds, property } = flagOf(name);
  const flags: Partial<Record<FlagProperty, boolean | string | null>> = sale;
  return kinds.includes(sale.kind) ? Boolean(flags[property]) : null;
}

/** Whether a sale has a form; with `Shiny` in front it must be shiny too, without it may be. */
export function hasForm(sale: AnySale, wanted: string): boolean {
  if (sale.kind !== 'pokemon') return false;
  const { form, shiny } = splitShiny(wanted);
  return foldCase(sale.form) === foldCase(form) && (!shiny || sale.is_shiny);
}

/** A form's names: its own, and with `Shiny` in front when it is. */
const formNames = ({ form, is_shiny }: PokemonSale): string[] =>
  is_shiny ? [form, form === NORMAL_FORM ? 'Shiny' : `Shiny ${form}`] : [form];

function formIsLike(sale: AnySale, pattern: string): boolean {
  if (!pattern.includes('%')) return hasForm(sale, pattern);
  return sale.kind === 'pokemon' && formNames(sale).some((name) => isLike(name, pattern));
}

function equals(sale: AnySale, field: ValueField, value: QueryValue, today: string): boolean {
  if (field === 'form') return hasForm(sale, String(value));
  const has = fieldOf(sale, field);
  if (has === null) return false;
  if (typeof value === 'number') return has === value;
  return field === 'date' ? has === dayOf(value, today) : foldCase(String(has)) === foldCase(value);
}

function isLikeIn(sale: AnySale, field: ValueField, pattern: string): boolean {
  if (field === 'form') return formIsLike(sale, pattern);
  const has = fieldOf(sale, field);
  return has !== null && isLike(String(has), pattern);
}

/** Below 0 when the sale has less, above when it has more; NaN, which is neither, when it is not known. */
function order(sale: AnySale, field: ValueField, value: QueryValue, today: string): number {
  const has = fieldOf(sale, field);
  if (has === null) return Number.NaN;
  if (typeof value === 'number') return Number(has) - value;
  const day = dayOf(value, today);
  return has < day ? -1 : has > day ? 1 : 0;
}

function holds(sale: AnySale, { field, op, value }: Comparison, today: string): boolean {
  switch (op) {
    case '=':
      return equals(sale, field, value, today);
    case '!=':
      return !equals(sale, field, value, today);
    case 'LIKE':
      return isLikeIn(sale, field, String(value));
    case 'NOT LIKE':
      return !isLikeIn(sale, field, String(value));
    case '>=':
      return order(sale, field, value, today) >= 0;
    case '<=':
      return order(sale, field, value, today) <= 0;
    case '>':
      return order(sale, field, value, today) > 0;
    case '<':
      return order(sale, field, value, today) < 0;
  }
}

/**
 * Whether a query lets a sale through: the plain meaning, which the server's SQL equals.
 *
 * @param today in UTC, `YYYY-MM-DD`
 */
export function matchesQuery(node: QueryNode, sale: AnySale, today: string): boolean {
  switch (node.type) {
    case 'and':
      return node.terms.every((term) => matchesQuery(term, sale, today));
    case 'or':
      return node.terms.some((term) => matchesQuery(term, sale, today));
    case 'not':
      return !matchesQuery(node.term, sale, today);
    case 'flag':
      return isSet(sale, node.field) === node.value;
    case 'in':
      return node.values.some((value) => equals(sale, node.field, value, today)) !== node.negated;
    case 'compare':
      return holds(sale, node, today);
  }
}
