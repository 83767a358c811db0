import { sql } from 'kysely';
import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { foldCase } from '../../contract/shared/text.ts';
import { type Condition, filterConditions, type SaleFilter, visibleTo } from './sale.filter.ts';

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
  const isNormal = form !== undefined && foldCase(form) === foldCase(NORMAL_FORM);
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
