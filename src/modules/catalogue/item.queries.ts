import type { EntityManager } from '@mikro-orm/postgresql';
import { editDistance } from '../../contract/shared/edit-distance.ts';
import { candidate, closestName, looseKey } from '../../lib/closest-name.ts';
import { Item } from './item.entity.ts';

/** One letter in so many may be another one. */
const ONE_IN = 3;

/**
 * The items that these names may have meant, by the name that was asked: the nearest of the catalogue's, unless more
 * than a third of the letters are other ones; null then. One query.
 */
export async function nearestItems(
  em: EntityManager,
  names: readonly string[],
): Promise<Record<string, string | null>> {
  if (names.length === 0) return {};
  const items = await em.find(Item, { mergedInto: null }, { fields: ['name'], orderBy: { name: 'asc' } });
  const candidates = items.map(({ name }) => candidate(name));
  const meantBy = (name: string): string | null => {
    const found = closestName(name, candidates);
    if (found === undefined) return null;
    const key = looseKey(name);
    return editDistance(key, looseKey(found)) <= Math.max(1, key.length / ONE_IN) ? found : null;
  };
  return Object.fromEntries(names.map((name) => [name, meantBy(name)]));
}
