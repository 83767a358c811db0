import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSale, type StoredSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const by = testAccount(server);

const POKEMON = {
  garchomp: { name: 'Garchomp', price: 900, date_sold: '2026-03-01', traits: { iv_speed: 30, level: 50 } },
  shiny: {
    name: 'Garchomp',
    price: 5_000,
    date_sold: '2026-03-02',
    traits: { form: 'Shiny', nature: 'Jolly', ability: 'Sand Veil', iv_sp_attack: 31 },
  },
  rotom: {
    name: 'Rotom',
    proof_url: null,
    price: 300,
    date_sold: '2026-03-03',
    traits: { form: 'Wash', nature: 'Bold', ability: 'Levitate', iv_hp: 0, iv_attack: 0 },
  },
} satisfies Record<string, StoredSale>;

/** Names that would be more than themselves to LIKE or SQL. */
const STRANGE = ['100% Pure_Water', '100X PureXWater', 'Farmer\'s "Best"', 'C:\\Temp', '$1 ?1 :name --'];

const ITEMS = {
  ball: { name: 'Master Ball', price: 100, date_sold: '2026-03-01' },
  balls: { name: 'Master Ball', price: 300, date_sold: '2026-03-03' },
  ultra: { name: 'Ultra Ball', price: 200, date_sold: '2026-03-02' },
} satisfies Record<string, StoredSale>;

const ids: Record<string, number> = {};

beforeAll(async () => {
  const add = async (key: string, sale: StoredSale) => {
    ids[key] = await makeSale(server, { by, status: 'approved', ...sale });
  };
  for (const [key, sale] of Object.entries(POKEMON)) await add(key, { kind: 'pokemon', ...sale });
  for (const [key, sale] of Object.entries(ITEMS)) await add(key, sale);
  for (const name of STRANGE) await add(name, { name, price: 1, date_sold: '2026-01-01' });
  await add('waiting', { name: 'Master Ball', status: 'pending' });
  await add('deleted', { name: 'Master Ball' });
  await server.services().saleAdmin.remove('item', { id: ids.deleted ?? 0 });
  await add('refused', { name: 'Garchomp', kind: 'pokemon', status: 'rejected' });
});

/** The sales that a list shows, by the keys above, in its order. */
async function shown(path: string, token?: string): Promise<string[]> {
  const { status, body } = await call(server, 'GET', path, { token });
  expect({ status, total: body.pagination?.total }).toEqual({ status: 200, total: body.data?.length });
  return body.data.map(({ sale_id }: { sale_id: number }) =>
    Object.keys(ids).find((key) => ids[key] === sale_id),
  );
}

const ALL = ['rotom', 'shiny', 'garchomp'];

describe('pokemon', () => {
  it.each<[query: string, keys: string[]]>([
    ['', ALL],
    ['pokemon_name=CHOMP', ['shiny', 'garchomp']],
    ['pokemon_name=chomp&exact=true', []],
    ['pokemon_name=garchomp&exact=true', ['shiny', 'garchomp']],
    ['pokemon_name=garchomp&exact=false', ['shiny', 'garchomp']],
    ['nature=jolly', ['shiny']],
    ['ability=LEVITATE', ['rotom']],
    ['ability=levi', []],
    ['form=normal', ['shiny', 'garchomp']],
    ['form=Wash', ['rotom']],
    ['form=Shiny', ['shiny']],
    ['is_shiny=true', ['shiny']],
    ['is_shiny=false', ['rotom', 'garchomp']],
    ['hidden_power=dark', ['shiny']],
    ['proof=with', ['shiny', 'garchomp']],
    ['proof=without', ['rotom']],
    ['proof=any', ALL],
    ['query=has no proof', ['rotom']],
    ['min_perfect_ivs=4', ['shiny', 'garchomp']],
    ['min_perfect_ivs=6', ['shiny']],
    ['min_level=50', ['garchomp']],
    ['max_level=49', []],
    ['min_price=900', ['shiny', 'garchomp']],
    ['max_price=900', ['rotom', 'garchomp']],
    ['date_from=2026-03-02', ['rotom', 'shiny']],
    ['date_to=2026-03-02', ['shiny', 'garchomp']],
    ['min_hp_iv=1', ['shiny', 'garchomp']],
    ['max_hp_iv=0', ['rotom']],
    ['max_atk_iv=30', ['rotom']],
    ['min_def_iv=31', ALL],
    ['min_spatk_iv=5', ['shiny']],
    ['max_spatk_iv=4', ['rotom', 'garchomp']],
    ['max_spdef_iv=30', []],
    ['max_speed_iv=30', ['garchomp']],
    ['pokemon_name=garchomp&nature=adamant&min_price=1', ['garchomp']],
    ['status=approved', ALL],
  ])('by "%s"', async (query, keys) => {
    expect(await shown(`/pokemon?${query}`)).toEqual(keys);
  });
});

describe('items', () => {
  it.each<[query: string, keys: string[]]>([
    ['item_name=ball', ['balls', 'ultra', 'ball']],
    ['item_name=master%20%20ball&exact=true', ['balls', 'ball']],
    ['item_name=100%25', ['100X PureXWater', '100% Pure_Water']],
    ['item_name=100%25_p', ['100% Pure_Water']],
    ['item_name=%25', []],
    ['item_name=_', []],
    ["item_name='", []],
    ['item_name="best', ['Farmer\'s "Best"']],
    ['item_name=%5C', []],
    ['item_name=c:%5Ctemp&exact=true', ['C:\\Temp']],
    ['item_name=?1%20:name', ['$1 ?1 :name --']],
    ['item_name=garchomp', []],
  ])('by "%s"', async (query, keys) => {
    expect(await shown(`/items?${query}`)).toEqual(keys);
  });

  it.each<[sort: string, ascending: string[]]>([
    ['date_sold', ['ball', 'ultra', 'balls']],
    ['price', ['ball', 'ultra', 'balls']],
    ['item_name', ['ball', 'balls', 'ultra']],
    ['date_submitted', ['ball', 'balls', 'ultra']],
    ['date_approved', ['ball', 'balls', 'ultra']],
  ])('sort by %s both ways', async (sort, ascending) => {
    expect(await shown(`/items?item_name=ball&sort=${sort}&order=asc`)).toEqual(ascending);
    expect(await shown(`/items?item_name=ball&sort=${sort}&order=desc`)).toEqual(ascending.toReversed());
    expect(await shown(`/items?item_name=ball&sort=${sort}`)).toEqual(ascending.toReversed());
  });
});

it.each(['item', 'pokemon'] as const)(
  'sorted by date_approved, a sale (%s) that waited long comes first',
  async (kind) => {
    const name = kind === 'item' ? 'Patient Orb' : 'Slowpoke';
    const add = () =>
      makeSale(server, { kind, by, name, status: 'approved', traits: { ability: 'Oblivious' } });
    const [waiting, quick] = [await add(), await add()];
    const approve = (id: number, at: string) =>
      server.sql('update sale set decided_at = ?, version = version + 1 where sale_id = ?', [at, id]);
    await approve(quick, '2026-04-01T00:00:00Z');
    await approve(waiting, '2026-04-02T00:00:00Z');
    const path = kind === 'item' ? '/items?item_name' : '/pokemon?pokemon_name';
    const { body } = await call(server, 'GET', `${path}=${name}&sort=date_approved`);
    expect(body.data.map(({ sale_id }: { sale_id: number }) => sale_id)).toEqual([waiting, quick]);
  },
);

describe('statuses', () => {
  it.each<[status: string, keys: string[]]>([
    ['pending', ['waiting']],
    ['rejected', []],
    ['approved', ['balls', 'ball']],
    ['', ['waiting', 'balls', 'ball']],
  ])('"%s" is for reviewers, but for the approved ones', async (status, keys) => {
    const path = `/items?item_name=master&status=${status}`;
    const { token } = await makeAccount(server, 'checker');
    expect(await shown(path, token)).toEqual(keys);
    const open = status === 'approved' || status === '';
    if (open) expect(await shown(path, by.token)).toEqual(['balls', 'ball']);
    else {
      expect(await call(server, 'GET', path)).toMatchObject({ status: 401 });
      expect(await call(server, 'GET', path, { token: by.token })).toMatchObject({ status: 403 });
    }
  });
});

describe('pages', () => {
  const TIES = 23;

  beforeAll(() =>
    server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at, date_submitted)
       select 'item', 'Tied Item', 5, '2026-02-02', 'approved', now(), '2026-02-03' from generate_series(1, ?)`,
      [TIES],
    ),
  );

  it.each(['price', 'date_sold', 'item_name', 'date_submitted', 'date_approved'] as const)(
    'by %s show every sale once, though all are equal',
    async (sort) => {
      const caller = callerFor(server);
      for (const order of ['asc', 'desc'] as const) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) =>
            caller.items.list({ item_name: 'tied item', sort, order, page, limit: 7 }),
          ),
        );
        expect(pages.map(({ data }) => data.length)).toEqual([7, 7, 7, 2]);
        expect(pages.map(({ pagination }) => pagination)).toEqual(
          [1, 2, 3, 4].map((page) => ({ page, limit: 7, total: TIES, totalPages: 4 })),
        );
        const seen = pages.flatMap(({ data }) => data.map((sale) => sale.sale_id));
        expect(new Set(seen).size).toBe(TIES);
      }
    },
  );

  it.each(['price', 'date_sold', 'date_approved'])(
    'by %s are in order where only the database finds the sales',
    async (sort) => {
      const pages = async (order: string) => {
        const found = [1, 2, 3].map(async (page) => {
          const filter = `query=submitted_by = "${by.user.username}"&date_from=2026-01-01&date_to=2026-01-01`;
          const path = `/items?${filter}&sort=${sort}&order=${order}&limit=2&page=${page}`;
          const { body } = await call(server, 'GET', path);
          return body.data.map(({ item_name }: { item_name: string }) => item_name);
        });
        return (await Promise.all(found)).flat();
      };
      expect(await pages('asc')).toEqual(STRANGE);
      expect(await pages('desc')).toEqual(STRANGE.toReversed());
    },
  );

  it('by date_approved, read from the last to the first, lose no sale to one that is hidden or corrected meanwhile', async () => {
    const submitted = await Promise.all(
      Array.from({ length: 12 }, () => makeSale(server, { by, name: 'Moving Item', status: 'approved' })),
    );
    const pageOf = async (page: number): Promise<number[]> => {
      const path = `/items?item_name=moving item&sort=date_approved&order=asc&limit=3&page=${page}`;
      const { body } = await call(server, 'GET', path);
      return body.data.map(({ sale_id }: { sale_id: number }) => sale_id);
    };
    const hidden = new Set<number>();
    const seen = new Set<number>();
    for (const page of [4, 3, 2, 1]) {
      for (const id of await pageOf(page)) seen.add(id);
      const [hide = 0, correct = 0] = await pageOf(1);
      await server.services().saleAdmin.remove('item', { id: hide });
      await server.sql('update sale set price = 1, date_sold = ?, version = version + 1 where sale_id = ?', [
        '2020-01-01',
        correct,
      ]);
      hidden.add(hide);
    }
    expect(submitted.filter((id) => !hidden.has(id) && !seen.has(id))).toEqual([]);
  });

  it('beyond the last are empty and keep the total', async () => {
    expect(await callerFor(server).items.list({ item_name: 'ball', page: 9 })).toEqual({
      data: [],
      pagination: { page: 9, limit: 50, total: 3, totalPages: 1 },
    });
  });

  it('of an empty list are zero', async () => {
    const { pagination } = await callerFor(server).items.list({ item_name: 'no such thing' });
    expect(pagination).toEqual({ page: 1, limit: 50, total: 0, totalPages: 0 });
  });
});

describe('visitors', () => {
  beforeAll(() =>
    server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at, date_submitted, review_notes)
       values ('item', 'Noted Item', 5, '2026-02-02', 'approved', now(), '2026-02-03T01:02:03+08', 'for staff')`,
    ),
  );

  it.each([
    '/items',
    '/items?limit=1&page=2',
    '/items?item_name=noted',
    '/items?item_name=ball&sort=price',
    '/items?item_name=no%20such%20thing',
    '/pokemon',
    '/pokemon?min_hp_iv=31',
  ])('get the fields of %s that all accounts get', async (path) => {
    const stranger = await makeAccount(server);
    const [visitor, account] = await Promise.all(
      [undefined, stranger.token].map((token) => call(server, 'GET', path, { token })),
    );
    expect(visitor?.status).toBe(200);
    // PostgreSQL makes the text for visitors. As texts, so that the order of the fields is compared too.
    expect(JSON.stringify(visitor?.body, null, 1)).toBe(JSON.stringify(account?.body, null, 1));
  });
});
