import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { editDistance } from '../../contract/shared/edit-distance.ts';
import { didYouMean } from '../../contract/shared/suggestions.ts';
import { cleanName, nameKey } from '../../contract/shared/text.ts';
import type { FieldError } from '../../contract/shared/validation.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { type Condition, query } from '../../db/query.ts';
import { candidate, closestName } from '../../lib/closest-name.ts';

export interface KnownItem {
  item_id: number;
  name: string;
}

/**
 * Whether an item is known to visitors and reviewers. One that only the market knows is while it has a public sale: the
 * approval that added it may be undone. A subquery with a limit is looked up item by item; `exists` may read all sales.
 */
export const IS_KNOWN = sql<boolean>`(item.source <> 'market' or item.merged_into is not null or (
  select true from sale s where s.item_id = item.item_id and s.status = 'approved' and s.deleted_at is null
  limit 1) is not null)`;

/** Keeps merges from committing until the caller's transaction, which stores names that it looks up next, has ended. */
export async function shareItemNames(em: EntityManager): Promise<void> {
  await query(em)`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.itemNames})`;
}

/**
 * Waits for the transactions that looked names up before, and makes later ones wait until the caller's transaction ends.
 */
export async function lockItemNames(em: EntityManager): Promise<void> {
  await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.itemNames})`;
}

/**
 * Gives sales, sold and held items alike, the spelling of their items, which the caller's transaction has changed. Waits
 * for the transactions that have looked the former spelling up, and that may store it.
 *
 * @param which a condition on the items; all by default
 */
export async function respellItems(em: EntityManager, which: Condition = sql`true`): Promise<void> {
  await lockItemNames(em);
  await query(em)`update sale set name = item.name from item
    where sale.item_id = item.item_id and sale.name <> item.name and ${which}`;
  // There are few different names, so the keys of these are computed and not those of all sales.
  await query(em)`update sale set held_item = item.name
    from (select distinct held_item as name from sale where held_item is not null) as held
    join item on name_key(item.name) = name_key(held.name) and item.merged_into is null
    where sale.held_item = held.name and held.name <> item.name and ${which}`;
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
  const rows = await query(em)<KnownItem & { requested: string }>`
    select requested, item.item_id, item.name from unnest(${[...new Set(names)]}::text[]) as requested
    join item spelled on name_key(spelled.name) = name_key(requested)
    join item on item.item_id = coalesce(spelled.merged_into, spelled.item_id)`;
  return new Map(rows.map(({ requested, item_id, name }) => [requested, { item_id, name }]));
}

/**
 * The item with that name, added as an item of the market if it does not exist. The name must be valid according to the
 * contract. Concurrent calls with the same name return the same item.
 */
export async function addItem(em: EntityManager, name: string): Promise<KnownItem> {
  // The update changes nothing, but makes the statement return the existing row.
  const [item] = await query(em)<KnownItem>`
    with spelled as (
      insert into item (name, source) values (${cleanName(name)}, 'market')
      on conflict (name_key(name)) do update set name = item.name
      returning item_id, name, merged_into)
    select coalesce(item.item_id, spelled.item_id) as item_id, coalesce(item.name, spelled.name) as name
    from spelled left join item on item.item_id = spelled.merged_into`;
  if (!item) throw new Error('The item was neither added nor found');
  return item;
}

/** At most one in this many letters may differ. */
const ONE_IN = 3;

/**
 * The most similar known item for each requested name, or null when more than a third of the letters
 * differ. Runs one query.
 */
export async function nearestItems(
  em: EntityManager,
  names: readonly string[],
): Promise<Record<string, string | null>> {
  if (names.length === 0) return {};
  const items = await query(em)<{ name: string }>`
    select name from item where merged_into is null and ${IS_KNOWN} order by name`;
  const candidates = items.map(({ name }) => candidate(name));
  const suggestionFor = (name: string): string | null => {
    const found = closestName(name, candidates);
    if (found === undefined) return null;
    const key = nameKey(name);
    return editDistance(key, nameKey(found)) <= Math.max(1, key.length / ONE_IN) ? found : null;
  };
  return Object.fromEntries(names.map((name) => [name, suggestionFor(name)]));
}

/** An error of the field: no such item, with the most similar name as a suggestion, if one is similar enough. */
export async function unknownItem(em: EntityManager, field: string, name: string): Promise<FieldError> {
  const { [name]: near } = await nearestItems(em, [name]);
  return { field, message: `There is no item “${name}”.${didYouMean(near)}` };
}
