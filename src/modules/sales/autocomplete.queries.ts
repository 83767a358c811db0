import { sql } from 'kysely';
import type { SaleKind } from '../../contract/kinds.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Suggestion } from '../../contract/sale.ts';
import type { Scope } from '../scope.ts';
import { likeText } from './sale.filter.ts';

/**
 * Names of a kind with their picture: items under the one spelling that they have now, species of later generations
 * only when the setting offers them.
 */
const NAMES = {
  item: () => sql`select name, image_url from item where merged_into is null`,
  pokemon: (generation: number) => sql`select name,
    (select imgur_url from sprite where pokemon_id = species_id and variant = 'Normal') as image_url
    from species where generation <= ${generation}`,
} satisfies Record<SaleKind, (generation: number) => unknown>;

/** How alike two words must be to count as a typing mistake: trigram similarity, 0 to 1. */
const NEAR = 0.3;

/**
 * Names for what somebody types: those that start with it, then those that contain it, then near-misses; within
 * each the most sold first (API.md "Sales"). `sales` counts approved sales.
 */
export async function suggestNames(
  scope: Scope,
  kind: SaleKind,
  generation: number,
  query: string,
  limit: number = LIMITS.autocomplete.default,
): Promise<Suggestion[]> {
  const text = likeText(query);
  const { rows } = await sql<{ name: string; image_url: string | null; sales: string }>`
    with names as (${NAMES[kind](generation)}),
    ranked as (
      select name, image_url, case
          when lower(name) like ${`${text}%`} then 0
          when lower(name) like ${`%${text}%`} then 1
          when similarity(name, ${query}) >= ${NEAR} then 2
        end as rank,
        similarity(name, ${query}) as likeness
      from names)
    select name, image_url, sold.sales from ranked,
      lateral (select count(*) as sales from sale s where s.kind = ${sql.lit(kind)} and lower(s.name) = lower(ranked.name)
        and s.status = 'approved' and s.deleted_at is null) sold
    where rank is not null
    order by rank, case when rank = 2 then likeness end desc, sold.sales desc, name
    limit ${limit}`.execute(scope.em.getKysely());
  return rows.map(({ name, image_url, sales }) => ({ name, image_url, sales: Number(sales) }));
}
