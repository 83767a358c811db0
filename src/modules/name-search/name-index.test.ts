import { describe, expect, it, vi } from 'vitest';
import { makeAccount, makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';
import { NameIndex } from './name-index.ts';

const server = testServer();

const by = testAccount(server);
const admin = testAccount(server, 'admin');

const items = () => server.runtime.names.of('item');
const suggested = async (query: string) => (await items()).suggest(9, query, 5);
const approved = (name: string) => makeSale(server, { by, name, status: 'approved' });

describe('names are current with the last change', () => {
  it('finds a new item as soon as its sale is approved, and not before', async () => {
    const id = await makeSale(server, { by, name: 'Brand New Orb' });
    expect(await suggested('brand new')).toEqual([]);
    await server.services().sales.decide('item', { id, status: 'approved' });
    expect((await suggested('brand new')).map(({ name }) => name)).toEqual(['Brand New Orb']);
    expect((await items()).bySlug('brand-new-orb')?.name).toBe('Brand New Orb');
  });

  it('loses a new item with its last approval, and has it again with the next', async () => {
    const reviewer = await makeAccount(server, 'checker');
    const { sales, saleAdmin } = server.services(reviewer.actor);
    const known = async () => [
      (await suggested('fleeting orb')).some(({ name }) => name === 'Fleeting Orb'),
      (await items()).bySlug('fleeting-orb')?.name,
    ];
    const [first, second] = [
      await makeSale(server, { by, name: 'Fleeting Orb' }),
      await approved('Fleeting Orb'),
    ];
    await sales.decide('item', { id: first, status: 'approved' });
    expect(await known()).toEqual([true, 'Fleeting Orb']);
    await sales.undo([{ id: first }]);
    expect(await known()).toEqual([true, 'Fleeting Orb']);
    await saleAdmin.remove('item', { id: second });
    expect(await known()).toEqual([false, undefined]);
    await sales.decide('item', { id: first, status: 'approved' });
    expect(await known()).toEqual([true, 'Fleeting Orb']);
    for (const other of ['Lasting Orb', 'Master Ball']) {
      await saleAdmin.edit('item', { id: first, change: { name: other } });
      expect(await known()).toEqual([false, undefined]);
      await saleAdmin.edit('item', { id: first, change: { name: 'Fleeting Orb' } });
      expect(await known()).toEqual([true, 'Fleeting Orb']);
    }
  });

  it('shows it in another process too', async () => {
    const { orm, reads, changeFeed, logger } = server.runtime;
    const other = new NameIndex({ orm, reads, changes: changeFeed, logger });
    await other.of('item');
    await approved('Seen Elsewhere');
    expect((await other.of('item')).byName('seen elsewhere')).toBeDefined();
  });

  it('no longer suggests a merged spelling, and finds its sales under the other', async () => {
    await approved('Splendid Orb');
    await approved('Splendit Orb');
    expect(await suggested('splendi')).toHaveLength(2);
    await callerFor(server, admin.token).admin.mergeItems({ from: 'Splendit Orb', into: 'Splendid Orb' });
    expect((await suggested('splendi')).map(({ name }) => name)).toEqual(['Splendid Orb']);
    await expect.poll(() => suggested('splendi')).toMatchObject([{ sales: 2 }]);
  });

  it('shows another picture at once', async () => {
    await approved('Pictured Orb');
    expect(await suggested('pictured')).toMatchObject([{ image_url: null }]);
    const link = 'https://i.imgur.com/pictured.png';
    await server.sql('update item set image_url = ? where name = ?', [link, 'Pictured Orb']);
    expect(await suggested('pictured')).toMatchObject([{ image_url: link }]);
  });

  it('finds sales by a part of a name that is not in the catalogue', async () => {
    await items();
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at)
       values ('item', 'Stray Orb', 5, '2026-01-01', 'approved', now())`,
    );
    expect((await items()).containing('stray')).toEqual(['strayorb']);
    const { data } = await callerFor(server).items.list({ item_name: 'stray' });
    expect(data).toMatchObject([{ item_name: 'Stray Orb' }]);
  });
});

it('counts approved sales after a short delay', async () => {
  const id = await approved('Counted Orb');
  const sales = async () => (await suggested('counted orb'))[0]?.sales;
  await expect.poll(sales).toBe(1);
  await approved('Counted Orb');
  await expect.poll(sales).toBe(2);
  await server.services().saleAdmin.remove('item', { id });
  await expect.poll(sales).toBe(1);
});

it('counts an item and a pokemon with the same name that changed together', async () => {
  const { orm, reads, changeFeed, logger } = server.runtime;
  const index = new NameIndex({ orm, reads, changes: changeFeed, logger });
  const sales = async () => {
    const [item, pokemon] = await Promise.all([index.of('item'), index.of('pokemon')]);
    return [item.byName('garchomp')?.sales, pokemon.byName('garchomp')?.sales];
  };
  const both = async () => {
    await approved('Garchomp');
    await makeSale(server, { kind: 'pokemon', by, name: 'Garchomp', status: 'approved' });
  };
  await both();
  expect(await sales()).toEqual([1, 1]);
  // Counted again only after the lag, and then together.
  await both();
  await expect.poll(sales, { timeout: 20_000 }).toEqual([2, 2]);
  await server.sql(`update sale set deleted_at = now(), version = version + 1 where kind = 'pokemon'`);
  await expect.poll(sales, { timeout: 20_000 }).toEqual([2, 0]);
});

it('counts again after sales were deleted', async () => {
  await approved('Erased Orb');
  // Without history, so that its row can be deleted.
  const [erased] = await server.sql<{ sale_id: number }>(
    `insert into sale (kind, name, item_id, price, date_sold, status, decided_at)
     select 'item', name, item_id, 5, '2026-01-01', 'approved', now() from item where name = 'Erased Orb' returning sale_id`,
  );
  const sales = async () => (await suggested('erased orb'))[0]?.sales;
  await expect.poll(sales).toBe(2);
  await server.sql('delete from sale where sale_id = ?', [erased?.sale_id]);
  await expect.poll(sales, { timeout: 20_000 }).toBe(1);
});

it('does not query the database while nothing has changed', async () => {
  await items();
  const queries = async () => {
    const fork = vi.spyOn(server.runtime.orm.em, 'fork');
    const reads = vi.spyOn(server.runtime.readServers, 'read');
    await items();
    await items();
    const made = fork.mock.calls.length + reads.mock.calls.length;
    fork.mockRestore();
    reads.mockRestore();
    return made;
  };
  // Sales that changed are counted first.
  await expect.poll(queries).toBe(0);
});

it('answers while the sales of changed names are counted', async () => {
  await approved('Patient Orb');
  const { orm, reads, changeFeed, logger } = server.runtime;
  const counted = Promise.withResolvers<void>();
  const slow: Pick<typeof reads, 'rows' | 'plannedRows'> = {
    plannedRows: (query) => reads.plannedRows(query),
    rows: async (query) => {
      if (reads.keyOf(query).includes('group by name_key')) await counted.promise;
      return reads.rows(query);
    },
  };
  const index = new NameIndex({ orm, reads: slow, changes: changeFeed, logger });
  const suggestion = async () => {
    const { data, counted } = await index.suggest('item', 'patient orb', 5);
    return { sales: data[0]?.sales, counted };
  };
  expect(await suggestion()).toEqual({ sales: 1, counted: true });
  await approved('Patient Orb');
  expect(await suggestion()).toEqual({ sales: 1, counted: false });
  counted.resolve();
  await expect.poll(suggestion, { timeout: 20_000 }).toEqual({ sales: 2, counted: true });
});

it('counts all names again when the numbers of changes go back', async () => {
  await approved('Returned Orb');
  const { orm, reads, changeFeed, logger } = server.runtime;
  let lost = 0;
  // As a standby that was promoted without the latest changes: it does not know the number of the others.
  const changes = {
    fresh: async () => (await changeFeed.fresh()) - lost,
    since: (sequence: number) => (lost > 0 ? null : changeFeed.since(sequence)),
  };
  const index = new NameIndex({ orm, reads, changes, logger });
  const sales = async () => (await index.suggest('item', 'returned orb', 5)).data[0]?.sales;
  expect(await sales()).toBe(1);
  await server.sql(`alter table sale disable trigger user`);
  await server.sql(`update sale set deleted_at = now() where name = 'Returned Orb'`);
  await server.sql(`alter table sale enable trigger user`);
  expect(await sales()).toBe(1);
  lost = 1;
  await expect.poll(sales, { timeout: 20_000 }).toBe(0);
});

it('finds names without their sales while the primary cannot be read', async () => {
  await approved('Distant Orb');
  const { orm, reads, changeFeed, logger } = server.runtime;
  const index = new NameIndex({ orm, reads, changes: changeFeed, logger });
  const isAway = vi.spyOn(orm.em, 'fork').mockImplementation(() => {
    throw new Error('away');
  });
  const suggestion = async () => {
    const { data, counted } = await index.suggest('item', 'distant orb', 5);
    return { name: data[0]?.name, sales: data[0]?.sales, counted };
  };
  expect(await suggestion()).toEqual({ name: 'Distant Orb', sales: 0, counted: false });
  isAway.mockRestore();
  await expect.poll(suggestion).toEqual({ name: 'Distant Orb', sales: 1, counted: true });
});
