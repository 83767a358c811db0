import type { EntityManager } from '@mikro-orm/postgresql';
import { editDistance } from '../../contract/shared/edit-distance.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { candidate, closestName } from '../../lib/closest-name.ts';
import { Item } from './item.entity.ts';

/** At most one in this many letters may differ. */
const ONE_IN = 3;

/**
 * The most similar item of the catalogue for each requested name, or null when more than a third of the letters
 * differ. Runs one query.
 */
export async function nearestItems(
  em: EntityManager,
  names: readonly string[],
): Promise<Record<string, string | null>> {
  if (names.length === 0) return {};
  const items = await em.find(Item, { mergedInto: null }, { fields: ['name'], orderBy: { name: 'asc' } });
  const candidates = items.map(({ name }) => candidate(name));
  const suggestionFor = (name: string): string | null => {
    const found = closestName(name, candidates);
    if (found === undefined) return null;
    const key = nameKey(name);
    return editDistance(key, nameKey(found)) <= Math.max(1, key.length / ONE_IN) ? found : null;
  };
  return Object.fromEntries(names.map((name) => [name, suggestionFor(name)]));
}
