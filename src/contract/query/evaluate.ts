import { NORMAL_FORM, splitShiny } from '../sale/forms.ts';
import type { AnySale, PokemonSale } from '../sale/sale.ts';
import { perfectIvs, spreadOf } from '../sale/spreads.ts';
import { foldCase, nameKey } from '../shared/text.ts';
import type { Comparison, QueryNode, QueryValue } from './ast.ts';
import { dayOf } from './day.ts';
import { type FieldEntry, type FieldName, isName } from './fields.ts';
import { isLike, isNameLike } from './matching.ts';

type PokemonField = Extract<FieldEntry, { kinds: readonly ['pokemon'] }>['name'];

function traitOf(sale: PokemonSale, field: PokemonField): QueryValue | null {
  if (field === 'pokemon') return sale.pokemon_name;
  if (field === 'shiny') return sale.is_shiny;
  return field === 'perfect_ivs' ? perfectIvs(spreadOf(sale)) : sale[field];
}

/**
 * The value of a field; null when it is unknown or the sale's kind lacks the field. The properties are written out: with
 * a look-up of each in `FIELDS`, matching a filter took a tenth longer. The compiler finds a field that is missing here.
 */
export function fieldValue(sale: AnySale, field: FieldName): QueryValue | null {
  switch (field) {
    case 'item':
      return sale.kind === 'item' ? sale.item_name : null;
    case 'price':
      return sale.price;
    case 'date':
      return sale.date_sold;
    case 'proof':
      return sale.proof_url !== null;
    case 'submitted_by':
      return sale.submitted_by_username;
    default:
      return sale.kind === 'pokemon' ? traitOf(sale, field) : null;
  }
}

/** Whether a sale has a form. With the prefix `Shiny` it must also be shiny; without it, both match. */
function hasForm(sale: AnySale, wanted: string): boolean {
  if (sale.kind !== 'pokemon') return false;
  const { form, shiny } = splitShiny(wanted);
  return foldCase(sale.form) === foldCase(form) && (!shiny || sale.is_shiny);
}

/** The names of a sale's form; a shiny sale also has the name with the prefix `Shiny`. */
const formNames = ({ form, is_shiny }: PokemonSale): string[] =>
  is_shiny ? [form, form === NORMAL_FORM ? 'Shiny' : `Shiny ${form}`] : [form];

function formIsLike(sale: AnySale, pattern: string): boolean {
  if (!pattern.includes('%')) return hasForm(sale, pattern);
  return sale.kind === 'pokemon' && formNames(sale).some((name) => isLike(name, pattern));
}

function equals(sale: AnySale, field: FieldName, value: QueryValue, today: string): boolean {
  if (field === 'form') return hasForm(sale, String(value));
  const actual = fieldValue(sale, field);
  if (actual === null) return false;
  if (typeof value !== 'string') return actual === value;
  if (field === 'date') return actual === dayOf(value, today);
  return isName(field)
    ? nameKey(String(actual)) === nameKey(value)
    : foldCase(String(actual)) === foldCase(value);
}

function isLikeIn(sale: AnySale, field: FieldName, pattern: string): boolean {
  if (field === 'form') return formIsLike(sale, pattern);
  const actual = fieldValue(sale, field);
  if (actual === null) return false;
  return isName(field) ? isNameLike(String(actual), pattern) : isLike(String(actual), pattern);
}

/** Negative when the sale's value is lower, positive when higher; NaN, which fails every comparison, when unknown. */
function order(sale: AnySale, field: FieldName, value: QueryValue, today: string): number {
  const actual = fieldValue(sale, field);
  if (actual === null) return Number.NaN;
  if (typeof value === 'number') return Number(actual) - value;
  const day = dayOf(String(value), today);
  return actual < day ? -1 : actual > day ? 1 : 0;
}

function compares(sale: AnySale, { field, op, value }: Comparison, today: string): boolean {
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
 * Whether a sale matches a query. This is the reference semantics for the server's SQL.
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
    case 'in':
      return node.values.some((value) => equals(sale, node.field, value, today)) !== node.negated;
    case 'compare':
      return compares(sale, node, today);
  }
}
