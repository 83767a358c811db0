import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { SETTINGS } from '../../contract/admin/settings.ts';
import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { query } from '../../db/query.ts';
import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import { IS_KNOWN } from '../catalogue/item.queries.ts';
import type { MergedName } from './current-names.filter.ts';
import { type NameRow, NOTHING_SOLD, type Sold } from './name-table.ts';

type Reads = Pick<ReadPool, 'rows'>;

/** Known items without merged spellings; species with the picture of their normal form. */
const ROWS: Record<SaleKind, RawBuilder<NameRow>> = {
  item: sql`select item_id as id, name, image_url, null as pokemon_type, 0 as generation, '{}'::text[] as forms
    from item where merged_into is null and ${IS_KNOWN} order by item_id`,
  pokemon: sql`select species_id as id, name, generation,
      (select imgur_url from sprite where pokemon_id = species_id and variant = ${sql.lit(NORMAL_FORM)}) as image_url,
      (select type from species_form f where f.species_id = species.species_id and form = ${sql.lit(NORMAL_FORM)}) as pokemon_type,
      array(select form::text from species_form f where f.species_id = species.species_id and form <> ${sql.lit(NORMAL_FORM)}) as forms
    from species order by species_id`,
};

/** All known names, by id. */
export const nameRows = (reads: Reads, kind: SaleKind): Promise<NameRow[]> => reads.rows(ROWS[kind]);

/** The merged spellings of items. A statement, since follows are matched in a transaction and names read outside of one. */
export const MERGED_NAMES = sql<MergedName>`select m.name as spelling, s.name
  from item m join item s on s.item_id = m.merged_into order by m.item_id`;

const GENERATION = sql<{ value: string }>`select value from setting where key = 'catalogue_generation'`;

/** The latest generation whose species are offered, 5–9: the setting `catalogue_generation`. */
export async function offeredGeneration(reads: Reads): Promise<number> {
  const [row] = await reads.rows(GENERATION);
  return Number(row?.value ?? SETTINGS.catalogue_generation.fallback);
}

interface SoldRow extends Sold {
  name: string;
}

/** The sales of the names of a kind that match a condition, by the key of the name. */
const soldWhere = (kind: SaleKind, condition: RawBuilder<unknown>) =>
  // The kind is a literal, so that the planner can match the partial index.
  sql<SoldRow>`select name_key as name, count(*) as sales, max(date_sold) as last_sold
    from sale where kind = ${sql.lit(kind)} and status = 'approved' and deleted_at is null and ${condition}
    group by name_key`;

const byName = (rows: readonly SoldRow[]): Map<string, Sold> =>
  new Map(rows.map(({ name, ...sold }) => [name, sold]));

/**
 * The sales of every name, by its key. Reads the whole market, which takes longer than public reads may: not for the
 * connections of a `ReadPool`.
 */
export async function allSold(em: EntityManager): Promise<Record<SaleKind, Map<string, Sold>>> {
  const of = async (kind: SaleKind) => byName(await query(em)<SoldRow>`${soldWhere(kind, sql`true`)}`);
  return { item: await of('item'), pokemon: await of('pokemon') };
}

/** The sales of the names with these keys; `NOTHING_SOLD` for those without sales. */
export async function soldUnder(
  reads: Reads,
  kind: SaleKind,
  names: readonly string[],
): Promise<Map<string, Sold>> {
  if (names.length === 0) return new Map();
  const given = sql`name_key = any(array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)))`;
  const sold = byName(await reads.rows(soldWhere(kind, given)));
  return new Map(names.map((name) => [name, sold.get(name) ?? NOTHING_SOLD]));
}

export interface SoldName {
  kind: SaleKind;
  /** The key of the name. */
  name: string;
  /** True when the sale's item is not in the catalogue. */
  stray: boolean;
  /** Whether the name is known, see `nameRows`. */
  known: boolean;
}

const STRAY = sql.raw(`kind = 'item' and item_id is null`);
const STRAY_NAMES = sql<{ name: string }>`select distinct name_key as name from sale where ${STRAY}`;

/**
 * The keys of the names of sales whose item is not in the catalogue, public or not. It does not filter by status, so that
 * an index-only scan suffices; a superfluous name matches no public sale.
 */
export async function strayNames(reads: Reads): Promise<string[]> {
  const rows = await reads.rows(STRAY_NAMES);
  return rows.map(({ name }) => name);
}

/** The key of the current name of each of these sales that is stored. */
export const namesOfSales = (
  reads: Pick<ReadPool, 'plannedRows'>,
  saleIds: readonly number[],
): Promise<SoldName[]> =>
  reads.plannedRows(sql<SoldName>`select kind, name_key as name, ${STRAY} as stray,
      kind = 'pokemon' or coalesce((select ${IS_KNOWN} from item where item.item_id = sale.item_id), false) as known
    from sale where sale_id = any(${`{${saleIds.join(',')}}`}::int[])`);
