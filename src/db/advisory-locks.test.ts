import { expect, it } from 'vitest';
import { testServer } from '../testing/run/server.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const server = testServer();

it('no two advisory locks have the same key', async () => {
  const [trigger] = await server.sql<{ key: number }>(`select hashtext('market_sequence') as key`);
  const keys = [...Object.values(ADVISORY_LOCKS), trigger?.key];
  expect(new Set(keys).size).toBe(keys.length);
});

/** The previous version takes these by the hash of their name. */
it.each([
  ['demo', 'demo'],
  ['sale_check', 'flags'],
  ['follow_match', 'followMatches'],
  ['item_merge', 'itemMerge'],
  ['setting', 'settings'],
  ['item_names', 'itemNames'],
] as const)('the lock %s excludes processes of the previous version', async (name, lock) => {
  const [hashed] = await server.sql<{ key: number }>('select hashtext(?) as key', [name]);
  expect(hashed?.key).toBe(ADVISORY_LOCKS[lock]);
});
