import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { query, values } from '../../db/query.ts';
import { withLongStatements } from '../../db/statement-limit.ts';
import { markNewItemsForFlags } from '../changes/flag-mark.entity.ts';
import { type CatalogueData, catalogueFile, unpackCatalogue } from './catalogue.data.ts';
import { respellItems } from './item.queries.ts';

interface LoadCount {
  added: number;
  changed: number;
}

export interface LoadReport {
  /** False when the tables already held this catalogue. */
  loaded: boolean;
  species: LoadCount;
  forms: LoadCount;
  abilities: LoadCount;
  items: LoadCount;
}

const NOTHING: LoadCount = { added: 0, changed: 0 };

async function loadedHash(em: EntityManager): Promise<string | null> {
  const [hash = null] = await values(em)<string>`select hash from catalogue_version`;
  return hash;
}

/** Rows as a parameter for `jsonb_to_recordset`. */
const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/** Runs a statement that inserts or updates rows. */
async function upsert(em: EntityManager, statement: RawBuilder<unknown>): Promise<LoadCount> {
  // A row that the statement inserted has no earlier version, so its xmax is 0.
  const touched = await query(em)<{ added: boolean }>`${statement} returning (xmax = 0) as added`;
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added };
}

/** Upserts rows of `{ id, name, generation }`. */
function upsertNamed(em: EntityManager, name: 'species' | 'ability', rows: readonly object[]) {
  const [table, id] = [sql.table(name), sql.ref(`${name}_id`)];
  return upsert(
    em,
    sql`insert into ${table} (${id}, name, generation)
      select * from jsonb_to_recordset(${asJson(rows)}) as row (id int, name text, generation smallint)
      on conflict (${id}) do update set name = excluded.name, generation = excluded.generation
      where (${table}.name, ${table}.generation) is distinct from (excluded.name, excluded.generation)`,
  );
}

/** Sales and sprites have the catalogue's spelling of their pokemon, also after the spelling changed. */
async function respellPokemon(em: EntityManager): Promise<void> {
  await query(em)`update sale set name = species.name from species
    where sale.species_id = species.species_id and sale.name <> species.name`;
  await query(em)`update sprite set pokemon_name = species.name from species
    where sprite.pokemon_id = species.species_id and sprite.pokemon_name <> species.name`;
}

async function upsertForms(em: EntityManager, { species }: CatalogueData): Promise<LoadCount> {
  const rows = asJson(species.flatMap(({ id, forms }) => forms.map((form) => ({ id, ...form }))));
  await query(em)`delete from species_form where (species_id, form) not in
    (select id, form from jsonb_to_recordset(${rows}) as row (id int, form text))`;
  return upsert(
    em,
    sql`insert into species_form (species_id, form, generation, type, abilities, sprite)
      select * from jsonb_to_recordset(${rows})
        as row (id int, form text, generation smallint, type text, abilities jsonb, sprite text)
      on conflict (species_id, form) do update set generation = excluded.generation, type = excluded.type,
        abilities = excluded.abilities, sprite = excluded.sprite
      where (species_form.generation, species_form.type, species_form.abilities, species_form.sprite)
        is distinct from (excluded.generation, excluded.type, excluded.abilities, excluded.sprite)`,
  );
}

/** An item added before by an operator or the market becomes an item of the catalogue and keeps its picture. */
const upsertItems = (em: EntityManager, { items }: CatalogueData) =>
  upsert(
    em,
    sql`insert into item (name, generation, category, sprite, source)
      select name, generation, category, sprite, 'catalogue' from jsonb_to_recordset(${asJson(items)})
        as row (name text, generation smallint, category text, sprite text)
      on conflict (name_key(name)) do update set name = excluded.name, generation = excluded.generation,
        category = excluded.category, sprite = excluded.sprite, source = excluded.source
      where (item.name, item.generation, item.category, item.sprite, item.source) is distinct from
        (excluded.name, excluded.generation, excluded.category, excluded.sprite, excluded.source)`,
  );

/**
 * Synchronises the catalogue's tables with the committed file, in one transaction. Does nothing if this file was
 * loaded last. Items that are not in the file are kept: operators and the market add them.
 */
export async function loadCatalogue(em: EntityManager): Promise<LoadReport> {
  const { bytes, hash } = catalogueFile();
  const unchanged = { loaded: false, species: NOTHING, forms: NOTHING, abilities: NOTHING, items: NOTHING };
  if ((await loadedHash(em)) === hash) return unchanged;

  return withLongStatements(em, async (tx) => {
    await query(tx)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.catalogue})`;
    if ((await loadedHash(tx)) === hash) return unchanged;

    const catalogue = unpackCatalogue(bytes);
    const species = await upsertNamed(tx, 'species', catalogue.species);
    if (species.changed) await respellPokemon(tx);
    const forms = await upsertForms(tx, catalogue);
    const abilities = await upsertNamed(tx, 'ability', catalogue.abilities);
    const items = await upsertItems(tx, catalogue);
    if (items.changed) await respellItems(tx);
    if (items.added || items.changed) await markNewItemsForFlags(tx);
    await query(tx)`insert into catalogue_version (id, hash) values (1, ${hash})
      on conflict (id) do update set hash = excluded.hash`;
    return { loaded: true, species, forms, abilities, items };
  });
}
