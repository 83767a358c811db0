import { beforeAll, expect, it } from 'vitest';
import { makeAccount, makeSale } from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { call } from '../../../testing/clients/rest-client.ts';
import { testServer } from '../../../testing/run/server.ts';

const server = testServer();
const admin = testAccount(server, 'admin');
let ids: Record<'candy' | 'ball' | 'gone' | 'dragon', number>;

beforeAll(async () => {
  const ash = await makeAccount(server, 'user', 'ash_k');
  const sale = async (given: Parameters<typeof makeSale>[1]) => {
    server.clock.advance(1_000);
    return makeSale(server, { by: ash, ...given });
  };
  ids = {
    candy: await sale({ name: 'Rare Candy', price: 300, by: await makeAccount(server, 'user', 'misty') }),
    ball: await sale({ name: 'Master Ball', price: 200, status: 'approved' }),
    gone: await sale({ name: 'Big Nugget', price: 100, status: 'rejected' }),
    dragon: await sale({ kind: 'pokemon', name: 'Garchomp' }),
  };
  await server.services().saleAdmin.remove('item', { id: ids.gone });
});

const list = (query: string, path = 'items') => call(server, 'GET', `/admin/${path}${query}`, admin);
const found = async (query: string, path?: string) =>
  (await list(query, path)).body.data.map(
    ({ sale_id }: { sale_id: number }) => Object.entries(ids).find(([, id]) => id === sale_id)?.[0],
  );

it.each([
  ['', ['ball', 'candy']],
  ['?search=BALL', ['ball']],
  ['?search=misty', ['candy']],
  ['?search=nobody', []],
  ['?search=%25', []],
  ['?status=pending', ['candy']],
  ['?status=rejected', []],
  ['?deleted=true', ['gone']],
  ['?deleted=true&status=approved', []],
  ['?deleted=false', ['ball', 'candy']],
  ['?sort=price', ['candy', 'ball']],
  ['?sort=price&order=asc', ['ball', 'candy']],
  ['?sort=name', ['candy', 'ball']],
  ['?sort=name&order=asc', ['ball', 'candy']],
  ['?sort=status', ['candy', 'ball']],
  ['?limit=1&page=2', ['candy']],
])('items%s', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it('finds a sale by its number; with #, only by its number', async () => {
  expect(await found(`?search=%23${ids.ball}`)).toEqual(['ball']);
  expect(await found(`?search=${ids.candy}`)).toEqual(['candy']);
  expect(await found(`?search=%23${ids.dragon}`)).toEqual([]);
  expect(await found(`?search=%23${ids.gone}&deleted=true`)).toEqual(['gone']);
});

it('lists the other kind with its traits, and pages of 50', async () => {
  expect(await found('', 'pokemon')).toEqual(['dragon']);
  expect((await list('?search=garch', 'pokemon')).body).toMatchObject({
    data: [
      { pokemon_name: 'Garchomp', nature: 'Adamant', status: 'pending', submitted_by_username: 'ash_k' },
    ],
    pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
  });
});

it.each(['?status=gone', '?deleted=maybe', '?sort=ability', '?limit=101', '?item_name=x'])(
  'refuses items%s',
  async (query) => expect(await list(query)).toMatchObject({ status: 400 }),
);
