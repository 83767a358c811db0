import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FlagName, Neighbour, SaleFlag } from '../../contract/review/flags.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { makeSale, type StoredSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { settleFlags } from '../../testing/market/flags.ts';
import { recordEvents } from '../../testing/run/recorded-events.ts';
import { testServer } from '../../testing/run/server.ts';
import { loadCatalogue } from '../catalogue/catalogue.loader.ts';
import { markForFlags } from '../changes/flag-mark.entity.ts';

const server = testServer();
const recordedEvents = recordEvents(server);

const submitter = testAccount(server, 'user', 'ash');
const checker = testAccount(server, 'checker', 'brock');
const admin = testAccount(server, 'admin', 'oak');

const day = (age: number) => server.daysAgo(age);
const settle = () => settleFlags(server.scope());
const as = (account: TestAccount) => callerFor(server, account.token);

/** No sale has this id. */
const NOBODY = 2_000_000_000;

let proofs = 0;
/** A sale whose proof no other has, unless one is given. */
function store(sale: StoredSale = {}): Promise<number> {
  proofs += 1;
  return makeSale(server, { by: submitter, proof_url: `https://forum.example/threads/${proofs}`, ...sale });
}

/** A name that is in the catalogue by the first of its approved sales, sold long before today at these prices. */
let markets = 0;
async function market(...prices: number[]): Promise<{ name: string; ids: number[] }> {
  markets += 1;
  const name = `Market ${markets} Orb`;
  const ids: number[] = [];
  for (const [age, price] of prices.entries())
    ids.push(await store({ name, price, date_sold: day(100 + 10 * age), status: 'approved' }));
  return { name, ids };
}

async function flagsOf(id: number, viewer: TestAccount = admin): Promise<SaleFlag[]> {
  return (await as(viewer).reviews.detail({ id })).sale.flags;
}
const namesOf = async (id: number): Promise<FlagName[]> => (await flagsOf(id)).map(({ flag }) => flag);

/** Which flags a pending sale gets. */
async function flagged(sale: StoredSale): Promise<FlagName[]> {
  const id = await store(sale);
  await settle();
  return namesOf(id);
}

const neighbour = (sale_id: number, status: SaleStatus, price: number, age: number): Neighbour => ({
  sale_id,
  status,
  price,
  date_sold: day(age),
});

describe('a duplicate', () => {
  it('has the same name, price, day and traits, in any status but deleted', async () => {
    const { name, ids } = await market(500);
    const same = { name: name.toLowerCase(), price: 500, date_sold: day(100) };
    const rejected = await store({ ...same, status: 'rejected' });
    const pending = await store(same);
    const deleted = await store(same);
    await as(admin).admin.deleteItem({ id: deleted });
    const id = await store(same);
    await settle();
    expect(await flagsOf(id)).toEqual([
      {
        flag: 'duplicate',
        sales: [
          neighbour(ids[0] ?? 0, 'approved', 500, 100),
          neighbour(rejected, 'rejected', 500, 100),
          neighbour(pending, 'pending', 500, 100),
        ],
        total: 3,
      },
    ]);
  });

  it('may be a few days off', async () => {
    const { name, ids } = await market(500);
    const id = await store({ name, price: 500, date_sold: day(97) });
    await settle();
    const sales = [neighbour(ids[0] ?? 0, 'approved', 500, 100)];
    expect(await flagsOf(id)).toEqual([{ flag: 'near_duplicate', sales, total: 1 }]);
    expect(await flagged({ name, price: 500, date_sold: day(104) })).toEqual([]);
    expect(await flagged({ name, price: 501, date_sold: day(100) })).toEqual([]);
  });

  it.each<[what: string, traits: Record<string, unknown>, flags: FlagName[]]>([
    ['the same', {}, ['duplicate']],
    ['without level and held item', { level: undefined, held_item: undefined }, ['duplicate']],
    ['of another nature', { nature: 'Jolly' }, []],
    ['of another ability', { ability: 'Sand Veil' }, []],
    ['of another IV', { iv_sp_attack: 5 }, []],
    ['of a shiny', { is_shiny: true }, []],
  ])('of a pokemon: %s', async (_what, traits, flags) => {
    const full = { level: 50, held_item: 'Master Ball' };
    const sale: StoredSale = { kind: 'pokemon', price: 4_000 + proofs, status: 'approved' };
    await store({ ...sale, traits: full });
    const found = await flagged({ ...sale, status: 'pending', traits: { ...full, ...traits } });
    expect(found.filter((flag) => flag === 'duplicate')).toEqual(flags);
  });
});

describe('the same proof', () => {
  const thread = (number: number, rest = '') => `https://shop.example/topic/${number}-title/${rest}`;

  it('is any link into one thread, for the same pokemon at any price and day', async () => {
    const sale: StoredSale = { kind: 'pokemon', name: 'Ditto', traits: { ability: 'Limber' } };
    const first = await store({ ...sale, price: 100, date_sold: day(50), proof_url: thread(1) });
    const other = { ...sale, price: 200, date_sold: day(9) };
    const id = await store({ ...other, proof_url: thread(1, '?page=2#comment-3') });
    await settle();
    const sales = [neighbour(first, 'pending', 100, 50)];
    expect(await flagsOf(id)).toContainEqual({ flag: 'same_proof', sales, total: 1 });
    expect(await flagged({ ...other, proof_url: thread(2) })).not.toContain('same_proof');
    const jolly = { ...sale.traits, nature: 'Jolly' };
    expect(await flagged({ ...other, traits: jolly, proof_url: thread(1) })).not.toContain('same_proof');
  });

  it('of an item also requires the same price or day, since a shop sells it often', async () => {
    const { name } = await market(500);
    await store({ name, price: 500, date_sold: day(50), proof_url: thread(3) });
    const proof_url = thread(3);
    expect(await flagged({ name, price: 510, date_sold: day(9), proof_url })).toEqual([]);
    expect(await flagged({ name, price: 500, date_sold: day(9), proof_url })).toEqual(['same_proof']);
    expect(await flagged({ name, price: 520, date_sold: day(53), proof_url })).toEqual(['same_proof']);
    expect(await flagged({ name, price: 530, date_sold: day(57), proof_url })).toEqual([]);
  });
});

it('a sale without proof is flagged, until a reviewer adds one', async () => {
  const { name } = await market(500);
  const id = await store({ name, price: 501, proof_url: null });
  await settle();
  expect(await flagsOf(id)).toEqual([{ flag: 'no_proof' }]);
  await as(admin).admin.editItem({ id, proof_url: 'https://forum.example/t/added/1' });
  await settle();
  expect(await flagsOf(id)).toEqual([]);
});

describe('the price', () => {
  it('is compared with the median of comparable sales, an actual price', async () => {
    const { name } = await market(100, 400, 200, 900);
    const id = await store({ name, price: 601 });
    await settle();
    expect(await flagsOf(id)).toEqual([{ flag: 'price', ratio: 3.005, median: 200, comparable: 4 }]);
    expect(await flagged({ name, price: 600 })).toEqual([]);
    expect(await flagged({ name, price: 67 })).toEqual([]);
    expect(await flagged({ name, price: 66 })).toEqual(['price']);
  });

  it('is compared exactly, however low it is', async () => {
    const { name } = await market(153_000, 153_000, 153_000);
    const id = await store({ name, price: 1 });
    await settle();
    const [flag] = await flagsOf(id);
    expect(flag).toMatchObject({ flag: 'price', ratio: 1 / 153_000 });
  });

  it('is not judged by fewer than three sales, nor by those of six years ago', async () => {
    const { name } = await market(100, 100);
    await store({ name, price: 100, date_sold: day(6 * 365), status: 'approved' });
    expect(await flagged({ name, price: 9_000 })).toEqual([]);
    await store({ name, price: 100, date_sold: day(4 * 365), status: 'approved' });
    expect(await flagged({ name, price: 9_001 })).toEqual(['price']);
  });

  it('of a pokemon is compared with the same shininess, and at most one perfect IV apart', async () => {
    const sale: StoredSale = { kind: 'pokemon', name: 'Arcanine' };
    const traits = { ability: 'Intimidate' };
    const perfect = (count: number) =>
      Object.fromEntries(
        ['hp', 'attack', 'defense', 'sp_attack', 'sp_defense', 'speed'].map((stat, index) => [
          `iv_${stat}`,
          index < count ? 31 : 3,
        ]),
      );
    for (const count of [3, 4, 5])
      await store({
        ...sale,
        price: 1_000 + count,
        status: 'approved',
        traits: { ...traits, ...perfect(count) },
      });
    const of = (count: number, more = {}) =>
      flagged({ ...sale, price: 90_000 + proofs, traits: { ...traits, ...perfect(count), ...more } });
    expect(await of(4)).toEqual(['price']);
    expect(await of(5)).toEqual([]);
    expect(await of(4, { is_shiny: true })).toEqual([]);
  });
});

describe('the name', () => {
  it('is flagged as sold for the first time, or as new to the catalogue', async () => {
    const milotic = { kind: 'pokemon', name: 'Milotic', traits: { ability: 'Marvel Scale' } } as const;
    // A sale that waits for its review is no sale yet.
    for (const price of [100, 900]) expect(await flagged({ ...milotic, price })).toEqual(['first_sale']);
    const removed = await store({ ...milotic, price: 5_000, status: 'approved' });
    await as(admin).admin.deletePokemon({ id: removed });
    expect(await flagged({ ...milotic, price: 20_000 })).toEqual(['first_sale']);
    const flagsOfItem = async (name: string) => {
      const id = await store({ name });
      await settle();
      return flagsOf(id);
    };
    expect(await flagsOfItem('Mastr Bal')).toEqual([{ flag: 'new_item', nearest: 'Master Ball' }]);
    expect(await flagsOfItem('Qqqqqqqqqqqq')).toEqual([{ flag: 'new_item', nearest: null }]);
  });
});

describe('flags are recomputed', () => {
  it('for pending neighbours when a sale is decided, returned, deleted or restored', async () => {
    const { name } = await market(500);
    const twin = { name, price: 700, date_sold: day(50) };
    const [first, second] = [await store(twin), await store(twin)];
    await settle();
    expect(await namesOf(first)).toEqual(['duplicate']);
    const status = async () => {
      await settle();
      const [flag] = await flagsOf(second);
      return flag && 'sales' in flag ? flag.sales.map((sale) => sale.status) : [];
    };
    expect(await status()).toEqual(['pending']);
    await as(checker).items.setStatus({ id: first, status: 'approved' });
    expect(await status()).toEqual(['approved']);
    await as(admin).reviews.return({ id: first });
    expect(await status()).toEqual(['pending']);
    await as(admin).admin.deleteItem({ id: first });
    expect(await status()).toEqual([]);
    await as(admin).reviews.restore({ id: first });
    expect(await status()).toEqual(['pending']);
  });

  it('for those that a sale was evidence for before it was edited', async () => {
    const { name } = await market(500);
    const { name: elsewhere } = await market(500);
    const twin = { name, price: 700, date_sold: day(50) };
    const [first, second] = [await store(twin), await store(twin)];
    await settle();
    expect(await namesOf(second)).toEqual(['duplicate']);
    await as(checker).items.edit({ id: first, item_name: elsewhere, price: 701 });
    await settle();
    expect(await namesOf(second)).toEqual([]);
  });

  it('for those that had its proof before another one replaced it', async () => {
    const { name } = await market(500);
    const proof_url = 'https://forum.example/t/replaced/1';
    const [first, second] = [
      await store({ name, price: 510, date_sold: day(9), proof_url }),
      await store({ name, price: 520, date_sold: day(9), proof_url }),
    ];
    await settle();
    expect(await namesOf(second)).toEqual(['same_proof']);
    await as(admin).admin.editItem({ id: first, proof_url: 'https://forum.example/t/replaced/2' });
    await settle();
    expect(await namesOf(second)).toEqual([]);
  });

  it('for every pending sale of a name when the usual price changes', async () => {
    const { name } = await market(100, 100);
    const dear = await store({ name, price: 5_000 });
    const id = await store({ name, price: 110, date_sold: day(30) });
    await settle();
    expect(await namesOf(dear)).toEqual([]);
    await as(checker).items.setStatus({ id, status: 'approved' });
    await settle();
    expect(await namesOf(dear)).toEqual(['price']);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'an import',
      'Comet Orb',
      () => server.services().itemImport.run(Readable.from(['name\nComet Orb']), { dryRun: false }),
    ],
    [
      'the catalogue of a new version',
      'Iron Ball',
      async () => {
        await server.sql('delete from catalogue_version');
        await loadCatalogue(server.scope().em);
      },
    ],
  ])('for sales of a new item when %s adds it', async (_how, name, add) => {
    await server.sql('delete from item where name = ?', [name]);
    const id = await store({ name });
    await settle();
    expect(await namesOf(id)).toEqual(['new_item']);
    await add();
    await settle();
    expect(await namesOf(id)).toEqual(['first_sale']);
  });

  it('for sales of a new item whose only approval is undone, and made again', async () => {
    const name = 'Fleeting Charm';
    const [approved, other, similar] = [
      await store({ name }),
      await store({ name, price: 7 }),
      await store({ name: 'Fleeting Charn' }),
    ];
    const decide = () => as(checker).items.setStatus({ id: approved, status: 'approved' });
    const nearest = async (id: number) =>
      (await flagsOf(id)).map((flag) => 'nearest' in flag && flag.nearest);
    await decide();
    await settle();
    expect(await namesOf(other)).toEqual([]);
    expect(await nearest(similar)).toEqual([name]);
    await as(checker).reviews.undo({ sales: [{ id: approved }] });
    await settle();
    for (const id of [approved, other, similar]) expect(await namesOf(id)).toEqual(['new_item']);
    expect(await nearest(similar)).not.toEqual([name]);
    await decide();
    await settle();
    expect(await namesOf(other)).toEqual([]);
    expect(await nearest(similar)).toEqual([name]);
  });

  it('but not for decided sales, which keep their flags', async () => {
    const { name } = await market(500);
    const twin = { name, price: 700, date_sold: day(50) };
    const [first, second] = [await store(twin), await store(twin)];
    await settle();
    await as(checker).items.setStatus({ id: first, status: 'rejected' });
    await as(admin).admin.deleteItem({ id: second });
    await settle();
    expect(await namesOf(first)).toEqual(['duplicate']);
  });

  it('repeatedly with the same result; open pages are only notified of changed flags', async () => {
    const id = await store();
    await recordedEvents.take();
    await settle();
    expect(await recordedEvents.take()).toEqual([{ type: 'sales.checked', sale_ids: [id] }]);
    const before = (await as(checker).reviews.detail({ id })).sale;
    expect(before).toMatchObject({ version: 1, checked_at: server.clock.now().toISOString() });
    await markForFlags(server.scope().em, [id, id, NOBODY]);
    await settle();
    expect((await as(checker).reviews.detail({ id })).sale).toEqual(before);
    expect(await recordedEvents.take()).toEqual([]);
  });
});

describe('evidence', () => {
  it('never shows a checker their own pending submissions', async () => {
    const { name } = await market(500);
    const twin = { name, price: 700, date_sold: day(50), proof_url: 'https://forum.example/t/own/1' };
    const own = await store({ ...twin, by: checker });
    const id = await store(twin);
    await settle();
    const seenBy = async (viewer: TestAccount) => {
      const { sale, proof } = await as(viewer).reviews.detail({ id });
      const { data } = await as(viewer).reviews.list({ scope: 'pending', name });
      const listed = data.find(({ sale_id }) => sale_id === id);
      expect(listed?.flags).toEqual(sale.flags);
      return JSON.stringify([sale.flags, proof]).includes(`"sale_id":${own},`);
    };
    expect(await seenBy(admin)).toBe(true);
    expect(await seenBy(checker)).toBe(false);
    expect(await flagsOf(id, checker)).toEqual([]);

    const other = await store(twin);
    await settle();
    const sales = [neighbour(other, 'pending', 700, 50)];
    expect(await flagsOf(id, checker)).toContainEqual({ flag: 'duplicate', sales, total: 1 });
    await as(admin).items.setStatus({ id: own, status: 'approved' });
    await settle();
    expect(await seenBy(checker)).toBe(true);
    const all = [neighbour(own, 'approved', 700, 50), ...sales];
    expect(await flagsOf(id, checker)).toContainEqual({ flag: 'duplicate', sales: all, total: 2 });
  });

  it('shows a few neighbours and counts all of them', async () => {
    const { name } = await market(500);
    const twin = { name, price: 700, date_sold: day(50) };
    const ids: number[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await store(twin));
    await settle();
    const [flag] = await flagsOf(ids[8] ?? 0);
    expect(flag).toMatchObject({ flag: 'duplicate', total: 8 });
    expect(flag && 'sales' in flag && flag.sales.map(({ sale_id }) => sale_id)).toEqual(ids.slice(0, 6));
  });
});
