import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SALE_KINDS } from '../../../contract/sale/kinds.ts';
import { makeSale } from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { makeApprovals } from '../../../testing/market/approvals.ts';
import { testServer } from '../../../testing/run/server.ts';
import type { SaleFilter } from '../sale.filter.ts';
import { PublicColumns } from './public-columns.ts';
import { SaleColumns } from './sale-columns.ts';

const server = testServer();
const submitter = testAccount(server);
const admin = testAccount(server, 'admin');

/** Runs while changed sales are read. */
let meanwhile: () => Promise<unknown>;

const total = async (filter: SaleFilter = { kind: 'item' }) =>
  server.runtime.columns.total(filter, await server.runtime.changeFeed.fresh());

const exact = async (condition = "kind = 'item'") => {
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::int as count from sale where status = 'approved' and deleted_at is null and ${condition}`,
  );
  return row?.count;
};

const approve = (price: number) => makeSale(server, { price, by: submitter, status: 'approved' });
const remove = (id: number) => server.services().saleAdmin.remove('item', { id });
const restore = (id: number) => callerFor(server, admin.token).reviews.restore({ id });

/** Loads the sales, unless they are in memory. */
async function load(): Promise<void> {
  await total();
  await server.runtime.columns.settled();
}

let later = 0;
/** Loads the sales again, after the rest between two loads. */
async function reload(): Promise<void> {
  // A load that the clock jumps in counts as an hour long, and is followed by ten hours of rest.
  await server.runtime.columns.settled();
  later += 3_600_000;
  const now = performance.now() + later;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await load();
}

beforeAll(async () => {
  for (const price of [10, 20, 30]) await approve(price);
  await makeSale(server, { kind: 'pokemon', by: submitter, status: 'approved' });
});

beforeEach(async () => {
  await load();
  meanwhile = async () => undefined;
  const { reads } = server.runtime;
  const rows = reads.plannedRows.bind(reads);
  vi.spyOn(reads, 'rows');
  vi.spyOn(reads, 'plannedRows').mockImplementation(async (query) => {
    const found = await rows(query);
    await meanwhile();
    return found as never;
  });
});

it('a change waits for the counts in progress', async () => {
  const [ended, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sizes: number[] = [];
  vi.spyOn(SaleColumns.prototype, 'count').mockImplementationOnce(async function (this: SaleColumns) {
    sizes.push(this.size);
    await ended.promise;
    sizes.push(this.size);
    return this.size;
  });
  const counting = total();
  await vi.waitFor(() => expect(sizes).toHaveLength(1));
  await approve(70);
  let reads = 0;
  meanwhile = async () => {
    reads += 1;
    if (reads === SALE_KINDS.length) read.resolve();
  };
  const after = total();
  await read.promise;
  // What follows the read of the change would run now.
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  ended.resolve();
  const before = await counting;
  expect(sizes).toEqual([before, before]);
  expect(await after).toBe(Number(before) + 1);
});

describe('pages in memory', () => {
  beforeAll(async () => {
    for (const [price, days] of [
      [40, 3],
      [40, 5],
      [50, 5],
      [50, 5],
      [60, 4],
    ] as const)
      await makeSale(server, {
        name: 'Paged Orb',
        price,
        date_sold: server.daysAgo(days),
        by: submitter,
        status: 'approved',
      });
  });

  describe.each([
    ['of a name', 'paged orb'],
    ['without a filter', undefined],
  ])('%s', (_, item_name) => {
    it.each([
      ['price', 'asc'],
      ['price', 'desc'],
      ['date_sold', 'asc'],
      ['date_sold', 'desc'],
    ] as const)('by %s %s are in the order of the database, without gap or double', async (sort, order) => {
      const expected = await server.sql<{ sale_id: number }>(
        `select sale_id from sale where kind = 'item' and name_key like ? and status = 'approved'
           and deleted_at is null order by ${sort} ${order}, sale_id ${order}`,
        [item_name ? '%pagedorb%' : '%'],
      );
      const found: number[] = [];
      for (let page = 1; found.length < expected.length && page <= expected.length; page += 1) {
        const { data } = await callerFor(server).items.list({ item_name, sort, order, limit: 2, page });
        found.push(...data.map(({ sale_id }) => sale_id));
      }
      expect(found).toEqual(expected.map(({ sale_id }) => sale_id));
    });
  });

  it('have no sale that is no longer public', async () => {
    const id = await makeSale(server, { name: 'Removed Orb', price: 70, by: submitter, status: 'approved' });
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await remove(id);
    };
    const { data } = await callerFor(server).items.list({ item_name: 'removed orb', min_price: 60 });
    expect(data).toEqual([]);
  });
});

describe('counts in memory', () => {
  const cheap = { kind: 'item', max_price: 15 } as const;
  const areCheap = "kind = 'item' and price <= 15";

  it('read nothing while nothing changes', async () => {
    expect([await total(cheap), await total({ kind: 'pokemon' })]).toEqual([
      await exact(areCheap),
      await exact("kind = 'pokemon'"),
    ]);
    expect(server.runtime.reads.rows).not.toHaveBeenCalled();
    expect(server.runtime.reads.plannedRows).not.toHaveBeenCalled();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['new sales', () => Promise.all([approve(11), approve(12), approve(1_000)])],
    [
      'an edit',
      async () =>
        server.sql('update sale set price = 1, version = version + 1 where sale_id = ?', [await approve(99)]),
    ],
    ['a removal', async () => remove(await approve(13))],
    [
      'a removal that is undone',
      async () => {
        const id = await approve(14);
        await total(cheap);
        await remove(id);
        await total(cheap);
        await restore(id);
      },
    ],
    ['sales that nobody may see', () => makeSale(server, { price: 2, by: submitter })],
  ])('are exact after %s', async (_what, change) => {
    await change();
    expect(await total(cheap)).toBe(await exact(areCheap));
    expect(await total()).toBe(await exact());
  });

  it('are exact after changes while changed sales are read', async () => {
    const [first, second] = [await approve(3), await approve(4)];
    const changes = [() => remove(first), () => restore(first).then(() => remove(second))];
    meanwhile = async () => changes.shift()?.();
    while (changes.length > 0) {
      await approve(5);
      await total(cheap);
      meanwhile = async () => undefined;
      expect(await total(cheap)).toBe(await exact(areCheap));
      meanwhile = async () => changes.shift()?.();
    }
  });

  it('are left to PostgreSQL after too many changes, until the sales are loaded again', async () => {
    await makeApprovals(server, submitter, 2_100);
    expect(await total()).toBeNull();
    expect(await server.runtime.counts.matching({ kind: 'item' })).toBe(await exact());
    await reload();
    expect(await total()).toBe(await exact());
  });

  it('are left to PostgreSQL when the latest change is gone, as after the promotion of a standby', async () => {
    await approve(6);
    expect(await total()).toBe(await exact());
    await server.sql('delete from sale_change where sequence = (select max(sequence) from sale_change)');
    expect(await total()).toBeNull();
    await reload();
    expect(await total()).toBe(await exact());
  });

  it('are left to PostgreSQL for queries that would take long', async () => {
    const ofNames = (others: number): SaleFilter => {
      const values = ['Master Ball', ...Array.from({ length: others }, (_, index) => `orb ${index}`)];
      const ast = { type: 'in', field: 'item', values, negated: false } as const;
      return { kind: 'item', query: { text: '', today: '', ast } };
    };
    expect(await total(ofNames(30))).toBe(await exact("kind = 'item' and name = 'Master Ball'"));
    expect(await total(ofNames(20_000))).toBeNull();
  });

  it('are left to PostgreSQL for what is not in memory', async () => {
    const name = submitter.user.username;
    const ast = { type: 'compare', field: 'submitted_by', op: '=', value: name } as const;
    const filters: SaleFilter[] = [
      { kind: 'item', submitter: name },
      { kind: 'item', query: { text: '', today: '', ast } },
    ];
    for (const filter of filters) {
      expect(await total(filter)).toBeNull();
      expect(await server.runtime.counts.matching(filter)).toBe(
        await exact(`kind = 'item' and submitted_by = ${submitter.user.user_id}`),
      );
    }
  });
});

it('loads nothing of a market with too many sales of one kind, and looks again after an hour', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const counts = ['5000001', '3'];
  const rows = vi.fn(async () => [{ count: counts[rows.mock.calls.length % 2] }]);
  const plannedRows = vi.fn();
  const columns = new PublicColumns({
    reads: { rows, plannedRows } as never,
    changeFeed: { fresh: async () => 1, since: () => [], on: () => () => undefined },
    logger: server.runtime.logger,
  });
  const looks = async () => {
    expect(await columns.total({ kind: 'item' }, 1)).toBeNull();
    await columns.settled();
    return rows.mock.calls.length;
  };
  expect(await looks()).toBe(2);
  now += 3_599_999;
  expect(await looks()).toBe(2);
  now += 1;
  expect(await looks()).toBe(4);
  expect(plannedRows).not.toHaveBeenCalled();
});
