import type { EntityManager } from '@mikro-orm/postgresql';
import { cleanName } from '../../contract/shared/text.ts';
import type { FieldError } from '../../contract/shared/validation.ts';
import type { ItemSource } from './item.entity.ts';
import type { Resolved } from './pokemon.resolver.ts';

/** An item in the catalogue's spelling. */
export interface KnownItem {
  item_id: number;
  name: string;
}

/**
 * The existing items by requested name, however it is written; the name of a merged item returns the item it was merged
 * into. Runs one statement at most.
 */
export async function findItems(
  em: EntityManager,
  names: readonly string[],
): Promise<Map<string, KnownItem>> {
  if (names.length === 0) return new Map();
  const rows = await em.execute<(KnownItem & { requested: string })[]>(
    `select requested, item.item_id, item.name
     from jsonb_array_elements_text(?::jsonb) as requested
     join item spelled on name_key(spelled.name) = name_key(requested)
     join item on item.item_id = coalesce(spelled.merged_into, spelled.item_id)`,
    [JSON.stringify([...new Set(names)])],
  );
  return new Map(rows.map(({ requested, item_id, name }) => [requested, { item_id, name }]));
}

/** The item with that name, however it is written, or null if it does not exist. */
export async function resolveItem(em: EntityManager, name: string): Promise<KnownItem | null> {
  const cleaned = cleanName(name);
  return (await findItems(em, [cleaned])).get(cleaned) ?? null;
}

/**
 * The item with that name, created with this source if it does not exist. The name must be valid according to the
 * contract. Concurrent calls with the same name return the same item.
 */
export async function addItem(em: EntityManager, name: string, source: ItemSource): Promise<KnownItem> {
  // The update changes nothing, but makes the statement return the existing row.
  const [item] = await em.execute<KnownItem[]>(
    `with spelled as (
       insert into item (name, source) values (?, ?)
       on conflict (name_key(name)) do update set name = item.name
       returning item_id, name, merged_into)
     select coalesce(item.item_id, spelled.item_id) as item_id, coalesce(item.name, spelled.name) as name
     from spelled left join item on item.item_id = spelled.merged_into`,
    [cleanName(name), source],
  );
  if (!item) throw new Error('The item was neither added nor found');
  return item;
}

/** The item (not a merged one) with the most similar name; undefined if there are no items. */
async function nearestItem(em: EntityManager, name: string): Promise<string | undefined> {
  const [near] = await em.execute<{ name: string }[]>(
    `select name from item where merged_into is null
     order by similarity(name, ?) desc, length(name), name limit 1`,
    [name],
  );
  return near?.name;
}

/** An error of the field: no such item, with the most similar name as a suggestion. */
export async function unknownItem(em: EntityManager, field: string, name: string): Promise<FieldError> {
  const near = await nearestItem(em, name);
  return { field, message: `There is no item '${name}'.${near ? ` Did you mean ${near}?` : ''}` };
}

/** A held item must exist in the catalogue; otherwise an error that suggests the most similar name. */
export async function resolveHeldItem(em: EntityManager, name: string): Promise<Resolved<KnownItem>> {
  const cleaned = cleanName(name);
  const found = await resolveItem(em, cleaned);
  if (found) return { ok: true, value: found };
  return { ok: false, errors: [await unknownItem(em, 'held_item', cleaned)] };
}
