import { sql } from 'kysely';
import type { QueryNode } from '../../contract/query/ast.ts';
import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { foldCase } from '../../contract/shared/text.ts';
import type { MarketReads } from './market-reads.ts';
import type { Remainder } from './public-counts.ts';
import {
  ALWAYS_SET,
  type Condition,
  filterConditions,
  restrictingTerms,
  type SaleFilter,
  visibleTo,
} from './sale.filter.ts';
import { termCondition } from './sale-query.filter.ts';

export const isSet = (value: unknown): boolean => value !== undefined && value !== '';

export const publicConditions = (filter: SaleFilter): Condition[] => [
  ...visibleTo(null),
  ...filterConditions({ ...filter, status: undefined }),
];

/** The conditions for all public sales of a kind. */
export const UNFILTERED: Record<SaleKind, Condition[]> = {
  item: publicConditions({ kind: 'item' }),
  pokemon: publicConditions({ kind: 'pokemon' }),
};

/** The filters whose columns `sale_ivs_index` has. */
const OF_IVS_INDEX: ReadonlySet<string> = new Set([
  ...['kind', 'min_perfect_ivs', 'hidden_power', 'is_shiny', 'form'],
  ...STATS.flatMap((stat) => [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`]),
]);

/**
 * The values that nearly all pokemon have, in a form that indexes cannot search for: searching for them at the end of the
 * entries of `sale_ivs_index` takes PostgreSQL twice as long as reading the entries and leaving out the others.
 */
const IS_NORMAL = sql`s.form is not distinct from ${sql.lit(NORMAL_FORM)}`;
const IS_NOT_SHINY = sql`s.is_shiny is not distinct from false`;

const isNormalForm = (form: unknown): boolean => foldCase(String(form)) === foldCase(NORMAL_FORM);

/** Makes `sale_ivs_index` usable; every sale meets it. */
const BY_IVS_INDEX = sql`s.sale_id > 0`;

/**
 * The public conditions of a filter for its count, and for finding few sales. `sale_ivs_index` counts several times as fast
 * as the other indexes, but only when it has all columns: the condition on `sale_id` makes it usable for those filters only.
 * For others, the planner would choose it and read the table, because it takes items, which have no IVs, for sales that do
 * not match.
 */
export function countedBy(filter: SaleFilter): Condition[] {
  const isCovered =
    filter.kind === 'pokemon' &&
    Object.entries(filter).every(([name, value]) => OF_IVS_INDEX.has(name) || !isSet(value));
  if (!isCovered) return publicConditions(filter);
  const { form, is_shiny, ...searched } = filter;
  const isNormal = isNormalForm(form);
  const isNotShiny = is_shiny === false;
  const conditions = [
    ...publicConditions({
      ...searched,
      ...(!isNormal && { form }),
      ...(!isNotShiny && { is_shiny }),
    }),
    ...(isNormal ? [IS_NORMAL] : []),
    ...(isNotShiny ? [IS_NOT_SHINY] : []),
  ];
  // The lowest minimum and the highest maximum of IVs are no condition.
  if (conditions.length === UNFILTERED.pokemon.length) return UNFILTERED.pokemon;
  return [...conditions, BY_IVS_INDEX];
}

const OPPOSITE = { '>=': '<', '<=': '>' } as const;

/** The condition of the sales of the kind that do not meet a term; null for a field that not all of them have. */
function oppositeOf(term: QueryNode): Condition | null {
  if (term.type === 'flag')
    return term.field === 'shiny' ? termCondition({ ...term, value: !term.value }) : null;
  if (term.type !== 'compare') return null;
  const { field, op, value } = term;
  if (field === 'form') return isNormalForm(value) ? sql`s.form <> ${sql.lit(NORMAL_FORM)}` : null;
  if (op !== '>=' && op !== '<=') return null;
  const isAlwaysSet = field === 'price' || field === 'date' || ALWAYS_SET.has(field);
  return isAlwaysSet ? termCondition({ ...term, op: OPPOSITE[op] }) : null;
}

/** The condition of a term, as `countedBy` has it. */
function counted(term: QueryNode): Condition {
  if (term.type === 'flag' && !term.value) return IS_NOT_SHINY;
  return term.type === 'compare' && term.field === 'form' ? IS_NORMAL : termCondition(term);
}

/** See `placeOf`; prices and dates are of both kinds. */
const PLACES = { ofFewSales: 0, ivs: 1, ofBothKinds: 2 };

/**
 * The place of a term among those whose opposites are counted one after the other, each without the sales of the previous
 * ones: first those with an index of little more than the opposite, then the IVs, whose index has the columns so far.
 */
function placeOf(term: QueryNode): number {
  if (term.type !== 'compare' || term.field === 'form') return PLACES.ofFewSales;
  return ALWAYS_SET.has(term.field) ? PLACES.ivs : PLACES.ofBothKinds;
}

/** The public sales of the kind that a filter leaves out; null unless terms decide that whose opposites can be counted. */
export function leftOutBy(filter: SaleFilter): Remainder | null {
  const { kind, name, submitter, query } = filter;
  if (!kind || isSet(name) || isSet(submitter) || query) return null;
  const terms = restrictingTerms(filter).toSorted((one, other) => placeOf(one) - placeOf(other));
  const opposites = terms.map(oppositeOf).filter((opposite) => opposite !== null);
  if (terms.length === 0 || opposites.length < terms.length) return null;
  const all = UNFILTERED[kind];
  const leftOut = opposites.map((opposite, at) => [
    ...all,
    ...terms.slice(0, at).map(counted),
    opposite,
    ...(terms[at] && placeOf(terms[at]) === PLACES.ivs ? [BY_IVS_INDEX] : []),
  ]);
  // Without the kind where only pokemon have the field: the planner would expect half of them to be items.
  const ofKind = opposites.map((opposite, at) =>
    terms[at] && placeOf(terms[at]) === PLACES.ofBothKinds
      ? sql`s.kind = ${sql.lit(kind)} and ${opposite}`
      : opposite,
  );
  return { all, leftOut, isLeftOut: [...visibleTo(null), sql`(${sql.join(ofKind, sql` or `)})`] };
}

/** The number of public sales that match a filter of one kind. */
export const publicTotal = ({ counts }: Pick<MarketReads, 'counts'>, filter: SaleFilter): Promise<number> =>
  counts.total(countedBy(filter), leftOutBy(filter) ?? undefined);
