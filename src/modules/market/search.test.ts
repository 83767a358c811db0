import { beforeAll, describe, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, makeSale } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

beforeAll(async () => {
  const by = await makeAccount(server);
  for (const name of ['Garchomp', 'Garchomp', 'Gible'])
    await makeSale(server, { by, kind: 'pokemon', name, status: 'approved' });
  for (const name of ['Adamant Orb', 'Adamant Orb', 'Adamant Mint', 'Mew Orb', 'Mew Orb', 'Mew Orb Two'])
    await makeSale(server, { by, name, status: 'approved' });
  await makeSale(server, { by, kind: 'pokemon', name: 'Garchomp', status: 'pending' });
});

const search = (text: string) => callerFor(server).market.search({ text });
const suggested = async (text: string) =>
  (await search(text)).suggestions.map(({ kind, name, sales }) => `${kind} ${name} ${sales}`);

it('suggests names of both kinds with their sales, the closest and most sold first', async () => {
  expect(await suggested('garcho')).toEqual(['pokemon Garchomp 2', 'item Garchompite 0']);
  for (const text of ['garchmop', 'what did a garchomp go for'])
    expect((await suggested(text))[0], text).toBe('pokemon Garchomp 2');
  expect((await suggested('orb adamant'))[0]).toBe('item Adamant Orb 2');
});

it('suggests a whole name first, before names of either kind that start with it and are sold more often', async () => {
  expect((await suggested('mew')).slice(0, 3)).toEqual([
    'pokemon Mew 0',
    'item Mew Orb 2',
    'item Mew Orb Two 1',
  ]);
});

it('suggests ten names, five of each kind unless one has fewer', async () => {
  const kinds = async (text: string) => (await search(text)).suggestions.map(({ kind }) => kind);
  const mixed = await kinds('dra');
  expect(mixed.filter((kind) => kind === 'item')).toHaveLength(5);
  expect(mixed.filter((kind) => kind === 'pokemon')).toHaveLength(5);
  expect(await kinds('berry')).toEqual(Array(10).fill('item'));
});

it('reads traits, and suggests names for the rest and for the whole text', async () => {
  const found = await search('adamant 5x31 garcho');
  expect(found).toMatchObject({
    kind: 'pokemon',
    filters: { name: 'garcho', nature: 'Adamant', min_perfect_ivs: 5 },
    terms: [
      { from: 0, to: 7, filters: { nature: 'Adamant' } },
      { from: 8, to: 12, filters: { min_perfect_ivs: 5 } },
    ],
    ignored: [],
    suggestions: [{ kind: 'pokemon', name: 'Garchomp', sales: 2 }],
  });
  expect((await suggested('adamant')).slice(0, 2)).toEqual(['item Adamant Orb 2', 'item Adamant Mint 1']);
});

it('refers relative days to the current day, and abilities to the offered generations', async () => {
  const today = todayUtc(server.clock.now());
  expect((await search('garchomp last 30d')).filters).toEqual({
    name: 'Garchomp',
    exact: true,
    date_from: daysBefore(today, 30),
  });
  expect((await search('pixilate')).terms).toEqual([]);
});

it('reads the name of a species that is not offered if it has sales', async () => {
  const { settings } = server.services();
  await settings.set('catalogue_generation', '6');
  const traits = { ability: 'Cute Charm' };
  await makeSale(server, {
    by: await makeAccount(server),
    kind: 'pokemon',
    name: 'Sylveon',
    traits,
    status: 'approved',
  });
  await settings.set('catalogue_generation', '5');
  // The numbers of sales may lag slightly.
  const sylveon = async () => (await search('adamant sylveon')).filters;
  await expect.poll(sylveon).toEqual({ name: 'Sylveon', exact: true, nature: 'Adamant' });
  expect((await search('adamant talonflame')).filters).not.toMatchObject({ exact: true });
});

describe('in place of a list, a text opens', () => {
  const pageOf = async (text: string) => (await search(text)).page;

  it.each([
    ['is 450k a good price for adamant orb', '/item/adamant-orb?check=price.450000#price-check'],
    ['adamant orb 450k?', '/item/adamant-orb?check=price.450000#price-check'],
    ['is 450k for adamant orb too much?', '/item/adamant-orb?check=price.450000#price-check'],
    ['is 450k too much for adamant orb', '/item/adamant-orb?check=price.450000#price-check'],
    ['450k adamant orb too high', '/item/adamant-orb?check=price.450000#price-check'],
    ['adamant orb overpriced at 450k', '/item/adamant-orb?check=price.450000#price-check'],
    ['is adamant orb for 450k expensive', '/item/adamant-orb?check=price.450000#price-check'],
    ['450k adamant orb, ok', '/item/adamant-orb?check=price.450000#price-check'],
    ['would you pay 450k for an adamant orb?', '/item/adamant-orb?check=price.450000#price-check'],
    ['yo guys adamant orb for 450k?', '/item/adamant-orb?check=price.450000#price-check'],
    ['garchomp 450k good?', '/pokemon/garchomp?check=price.450000#price-check'],
    ['are garchomp worth 450k', '/pokemon/garchomp?check=price.450000#price-check'],
    [
      'is 450k fair for a timid garchomp',
      '/pokemon/garchomp?nature=Timid&check=nature.Timid_price.450000#price-check',
    ],
  ])('the price check that it asks for: %s', async (text, page) => expect(await pageOf(text)).toBe(page));

  it.each([
    ...['garchomp 450k', 'garchomp good?', 'garchomp <450k good?', 'is 450k good', '450k good rod'],
    ...['garchomp 450k with proof good?', 'newest garchomp 450k?', 'is jolly garchomp worth 450k zzz'],
    ...['garchomp 450k not jolly?', 'garchomp 450k jolly adamant?', 'garchomp maybe 450k?'],
    ...['garchomp too expensive?', 'garchomp 450k gengar?', 'garchomp 450k 31/31/31/31/31/?'],
  ])(
    'no price check without a name, an exact price and a question, or with more than these: %s',
    async (text) => expect(await pageOf(text)).toBeNull(),
  );

  it.each(['#4836', '# 4836', 'sale 4836', 'Sale #4836', ' sale#4836 '])(
    'the sale with its number: %s',
    async (text) =>
      expect(await search(text)).toMatchObject({ page: '/sale/4836', filters: {}, ignored: [] }),
  );

  it.each(['4836', 'sale 2025', 'sale 450k', '#0', '#99999999999', 'sale of 4836'])(
    'no sale: %s',
    async (text) => expect(await pageOf(text)).toBeNull(),
  );
});

describe('input', () => {
  it.each([
    ['g', /at least 2 characters/],
    [' g ', /at least 2 characters/],
    ['x'.repeat(LIMITS.search.length + 1), /at most 200 characters/],
    ['gar\u202echomp', /not allowed/],
  ])('%j is refused', async (text, message) => {
    await expect(search(text)).rejects.toThrow(message);
  });

  it('of the greatest length is read', async () => {
    expect(await search('garchmop adament '.repeat(20).slice(0, LIMITS.search.length))).toMatchObject({
      kind: 'pokemon',
    });
  });
});
