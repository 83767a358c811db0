import type { EntityManager } from '@mikro-orm/postgresql';
import { SETTINGS } from '../../contract/admin/settings.ts';
import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { type NameRow, NOTHING_SOLD, type Sold } from './name-table.ts';

const PUBLIC = `status = 'approved' and deleted_at is null`;

/** Items without merged spellings; species with the picture of their normal form. */
const ROWS: Record<SaleKind, string> = {
  item: `select item_id as id, name, image_url, null as pokemon_type, 0 as generation, '{}'::text[] as forms
    from item where merged_into is null order by item_id`,
  pokemon: `select species_id as id, name, generation,
      (select imgur_url from sprite where pokemon_id = species_id and variant = '${NORMAL_FORM}') as image_url,
      (select type from species_form f where f.species_id = species.species_id and form = '${NORMAL_FORM}') as pokemon_type,
      array(select form::text from species_form f where f.species_id = species.species_id and form <> '${NORMAL_FORM}') as forms
    from species order by species_id`,
};

/** All names of the catalogue, by id. */
export const nameRows = (em: EntityManager, kind: SaleKind): Promise<NameRow[]> =>
  em.execute<NameRow[]>(ROWS[kind]);

/** The latest generation whose species are offered, 5–9: the setting `catalogue_generation`. */
export async function offeredGeneration(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ value: string }[]>(
    `select value from setting where key = 'catalogue_generation'`,
  );
  return Number(row?.value ?? SETTINGS.catalogue_generation.fallback);
}

interface SoldRow {
  name: string;
  sales: string;
  last_sold: string;
}

/** The sales of the names of a kind that match a condition, by the key of the name. */
async function soldWhere(
  em: EntityManager,
  kind: SaleKind,
  condition: string,
  params: unknown[] = [],
): Promise<Map<string, Sold>> {
  // The kind is a literal, so that the planner can match the partial index.
  const rows = await em.execute<SoldRow[]>(
    `select name_key as name, count(*) as sales, max(date_sold)::text as last_sold
     from sale where kind = '${kind}' and ${PUBLIC} and ${condition} group by name_key`,
    params,
  );
  return new Map(rows.map(({ name, sales, last_sold }) => [name, { sales: Number(sales), last_sold }]));
}

/** The sales of every name, by its key. */
export async function allSold(em: EntityManager): Promise<Record<SaleKind, Map<string, Sold>>> {
  return { item: await soldWhere(em, 'item', 'true'), pokemon: await soldWhere(em, 'pokemon', 'true') };
}

/** The sales of the names with these keys; `NOTHING_SOLD` for those without sales. */
export async function soldUnder(
  em: EntityManager,
  kind: SaleKind,
  names: readonly string[],
): Promise<Map<string, Sold>> {
  const given = 'name_key = any(array(select jsonb_array_elements_text(?::jsonb)))';
  const sold = await soldWhere(em, kind, given, [JSON.stringify(names)]);
  return new Map(names.map((name) => [name, sold.get(name) ?? NOTHING_SOLD]));
}

export interface SoldName {
  kind: SaleKind;
  /** The key of the name. */
  name: string;
  /** True when the sale's item is not in the catalogue. */
  stray: boolean;
}

const STRAY = `kind = 'item' and item_id is null`;

/**
 * The keys of the names of sales whose item is not in the catalogue, public or not. It does not filter by status, so that
 * an index-only scan suffices; a superfluous name matches no public sale.
 */
export async function strayNames(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select distinct name_key as name from sale where ${STRAY}`,
  );
  return rows.map(({ name }) => name);
}

/** The keys of the current names of these sales. */
export const namesOfSales = (em: EntityManager, saleIds: readonly number[]): Promise<SoldName[]> =>
  em.execute<SoldName[]>(
    `select distinct kind, name_key as name, ${STRAY} as stray from sale where sale_id = any(?::int[])`,
    [`{${saleIds.join(',')}}`],
  );
