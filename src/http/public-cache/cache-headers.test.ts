import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { batchPath, trpcPath } from '../../testing/clients/visitor.ts';
import { testServer } from '../../testing/run/server.ts';

const ORIGIN = 'https://tools.example';
const edge = testServer({ EDGE_CACHE_SECONDS: '10', CORS_ORIGINS: ORIGIN });
const uncached = testServer({ EDGE_CACHE_SECONDS: '10', ANSWER_CACHE_MB: '0' });
const standard = testServer();

const user = testAccount(edge);
const checker = testAccount(edge, 'checker');
let saleId: number;

beforeAll(async () => {
  await makeSale(edge, { by: user, status: 'approved' });
  saleId = await makeSale(edge, { kind: 'pokemon', by: user, status: 'approved' });
});

const SHARED = 'public, max-age=0, must-revalidate, s-maxage=10';

async function cachingOf(path: string, headers: Record<string, string> = {}, url = edge.url) {
  const response = await fetch(`${url}${path}`, { headers });
  await response.arrayBuffer();
  return {
    status: response.status,
    control: response.headers.get('cache-control'),
    tags: response.headers.get('cache-tag'),
    keys: response.headers.get('surrogate-key'),
    vary: response.headers.get('vary') ?? '',
    etag: response.headers.get('etag') ?? '',
  };
}

it.each([
  ['/api/items', 'marketdex,item'],
  ['/api/pokemon?pokemon_name=garchomp', 'marketdex,pokemon'],
  ['/api/pokemon?pokemon_name=GarChomp&exact=true', 'marketdex,pokemon:garchomp'],
  ['/api/items?item_name=master-ball&exact=true&limit=5', 'marketdex,item:masterball'],
  ['/api/items?item_name=%C3%89clair%20%CE%91&exact=true', 'marketdex,item:eclair%CE%B1'],
  ['/api/items/price-history/Master%20Ball', 'marketdex,item:masterball'],
  ['/api/items/answer/Master%20Ball', 'marketdex,item:masterball'],
  ['/api/market/overview', 'marketdex,item,pokemon'],
  ['/api/abilities', 'marketdex'],
  // The slug may be that of a merged spelling, whose sales have another name.
  [trpcPath('market.name', { kind: 'item', slug: 'master-ball' }), 'marketdex,item'],
  ['/api/pokemon/trait-worth/Garchomp', 'marketdex,pokemon:garchomp'],
  [
    trpcPath('market.traitPairs', { name: 'Garchomp', trait: 'nature', value: 'Jolly' }),
    'marketdex,pokemon:garchomp',
  ],
  [trpcPath('market.similar', { kind: 'item', name: 'Master Ball' }), 'marketdex,item:masterball'],
  [
    trpcPath('market.answer', { kind: 'item', name: 'Master Ball', exact: true }),
    'marketdex,item:masterball',
  ],
  [trpcPath('market.answer', { kind: 'item', name: 'Master Ball' }), 'marketdex,item'],
  [
    trpcPath('market.chart', { kind: 'pokemon', name: 'Garchomp', exact: true }),
    'marketdex,pokemon:garchomp',
  ],
  [trpcPath('market.chart', { kind: 'pokemon', name: 'Garchomp' }), 'marketdex,pokemon'],
  [
    batchPath([
      ['pokemon.list', { pokemon_name: 'Garchomp', exact: true }],
      ['items.list', {}],
      ['pokemon.list', { pokemon_name: 'gible', exact: true }],
    ]),
    'marketdex,pokemon:garchomp,item,pokemon:gible',
  ],
])('%s has the tags %s', async (path, tags) => {
  const first = await cachingOf(path);
  expect(first).toMatchObject({ status: 200, control: SHARED, tags, keys: tags.replaceAll(',', ' ') });
  expect(first.vary).toContain('Authorization');
  // From memory, and as 304.
  expect(await cachingOf(path)).toEqual(first);
  expect(await cachingOf(path, { 'if-none-match': first.etag })).toMatchObject({
    status: 304,
    control: SHARED,
    tags,
  });
});

it('has short headers for a batch of long names', async () => {
  const calls = Array.from(
    { length: 10 },
    (_, i) => ['items.list', { item_name: `${'β'.repeat(40)}${i}`, exact: true }] as const,
  );
  expect(await cachingOf(batchPath(calls))).toMatchObject({
    status: 200,
    tags: 'marketdex,item,pokemon',
  });
});

it('does not depend on the cache in memory', async () => {
  expect(await cachingOf('/api/items', {}, uncached.url)).toMatchObject({
    control: SHARED,
    tags: 'marketdex,item',
  });
});

it('is off by default', async () => {
  expect(await cachingOf('/api/items', {}, standard.url)).toMatchObject({
    control: 'no-cache',
    tags: null,
    keys: null,
  });
});

describe('is left out of', () => {
  it.each([
    ['the same lists for a user', '/api/items', () => user.token],
    ['the same lists for a checker', '/api/pokemon', () => checker.token],
    ['a list with an invalid token', '/api/items', () => 'nobody'],
    ['own submissions', '/api/submissions', () => user.token],
    ['a profile', '/api/auth/profile', () => user.token],
    ['an inbox', '/api/inbox', () => user.token],
  ])('%s', async (_what, path, token) => {
    const caching = await cachingOf(path, { authorization: `Bearer ${token()}` });
    expect(caching).toMatchObject({ control: 'no-store', tags: null, keys: null });
  });

  it.each([
    ['an invalid filter', '/api/items?min_price=x', 400],
    ['an unknown name', trpcPath('market.name', { kind: 'item', slug: 'no-such-item' }), 404],
    ['what only users may read', '/api/inbox', 401],
    [
      'a batch with a call that fails',
      batchPath([
        ['items.list', {}],
        ['market.sale', { id: 999_999 }],
      ]),
      207,
    ],
  ])('%s', async (_what, path, status) => {
    expect(await cachingOf(path)).toMatchObject({ status, control: 'no-store', tags: null });
  });

  it('a page', async () => {
    expect(await cachingOf(`/sale/${saleId}`)).toMatchObject({ tags: null, keys: null });
  });

  it('a suggestion whose numbers are still being counted', async () => {
    const counted = { data: [], counted: false };
    const suggest = vi.spyOn(edge.runtime.names, 'suggest').mockResolvedValue(counted);
    const path = '/api/items/search/autocomplete?query=orb';
    expect(await cachingOf(path)).toMatchObject({ status: 200, control: 'no-cache', tags: null });
    suggest.mockResolvedValue({ ...counted, counted: true });
    expect(await cachingOf(path)).toMatchObject({ control: SHARED, tags: 'marketdex,item' });
  });
});

it('allows the page of another site, whose responses are stored separately', async () => {
  const { vary, control } = await cachingOf('/api/items', { origin: ORIGIN });
  expect(control).toBe(SHARED);
  expect(vary).toContain('Origin');
});
