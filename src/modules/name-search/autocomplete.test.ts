import { beforeAll, expect, it } from 'vitest';
import { makeAccount, makeSale, makeSprite } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

beforeAll(async () => {
  const by = await makeAccount(server);
  for (const name of ['Raichu', 'Raichu', 'Pikachu', 'Quick Ball', 'Ball of 100%_"Mud\'', 'Baffling Ball']) {
    const kind = name.endsWith('chu') ? 'pokemon' : 'item';
    const ability = { traits: { ability: 'Static' } };
    await makeSale(server, { by, kind, name, status: 'approved', ...(kind === 'pokemon' && ability) });
  }
  for (const status of ['pending', 'rejected'] as const)
    await makeSale(server, { by, name: 'Quick Ball', status });
  await makeSprite(server, 25, 'Pikachu');
  await makeSprite(server, 26, 'Raichu', 'Shiny');
});

const suggest = async (kind: 'items' | 'pokemon', query: string, limit?: number) =>
  (await callerFor(server)[kind].autocomplete({ query, limit })).data;
const names = async (...query: Parameters<typeof suggest>) =>
  (await suggest(...query)).map(({ name }) => name);

it('suggests names that start with the text before those that contain it, most sold first', async () => {
  expect(await names('items', 'ball')).toEqual([
    'Ball of 100%_"Mud\'',
    'Baffling Ball',
    'Quick Ball',
    ...(await names('items', ' ball', 50)).slice(3, 10),
  ]);
  expect((await names('pokemon', 'chu', 50)).slice(0, 2)).toEqual(['Raichu', 'Pikachu']);
  expect((await names('pokemon', 'pi'))[0]).toBe('Pikachu');
});

it('counts approved sales and shows the picture of the plain form', async () => {
  const [quickBall] = await suggest('items', 'quick ball');
  expect(quickBall).toEqual({ name: 'Quick Ball', image_url: null, pokemon_type: null, sales: 1 });
  const [raichu, pikachu] = await suggest('pokemon', 'chu');
  expect(raichu).toEqual({ name: 'Raichu', image_url: null, pokemon_type: 'Electric', sales: 2 });
  expect(pikachu).toMatchObject({
    name: 'Pikachu',
    image_url: 'https://i.imgur.com/25-Normal.jpg',
    sales: 1,
  });
});

it.each([
  ['pokemon', 'garchmop', 'Garchomp'],
  ['pokemon', 'pickachu', 'Pikachu'],
  ['items', 'mastr ball', 'Master Ball'],
] as const)('finds among %s with "%s" the near-miss %s', async (kind, query, name) => {
  expect((await names(kind, query))[0]).toBe(name);
});

it.each([
  ['100%', ['Ball of 100%_"Mud\'']],
  ['0%_"m', ['Ball of 100%_"Mud\'']],
  ["00%_ Mud'", ['Ball of 100%_"Mud\'']],
  ['%_', []],
  ['\\\\', []],
  ['__', []],
])('ignores punctuation, and %s is no pattern', async (query, expected) => {
  expect(await names('items', query)).toEqual(expected);
});

it.each([
  ['ar', undefined, 10],
  ['ar', 1, 1],
  ['ar', 50, 50],
  // With near misses.
  ['nidoran', 3, 3],
])('gives at most the limit: %s, %s', async (query, limit, length) => {
  expect(await names('pokemon', query, limit)).toHaveLength(length);
});

it('suggests pokemon of later generations when the setting includes them', async () => {
  for (const typed of ['sylveon', 'sylvoen']) expect(await names('pokemon', typed)).not.toContain('Sylveon');
  const { token } = await makeAccount(server, 'admin');
  await callerFor(server, token).admin.setSetting({ key: 'catalogue_generation', value: '6' });
  expect(await names('pokemon', 'sylveon')).toContain('Sylveon');
});
