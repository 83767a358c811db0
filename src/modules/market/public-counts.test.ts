import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPILER } from '../../db/read-servers/read-pool.ts';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { makeApprovals } from '../../testing/market/approvals.ts';
import { testServer } from '../../testing/run/server.ts';
import { publicConditions } from './sale.filter.ts';

const server = testServer();
const submitter = testAccount(server);
let statements: string[];
/** Runs before each statement. */
let meanwhile: (text: string) => Promise<void>;

beforeAll(async () => {
  for (const price of [10, 20, 30])
    await makeSale(server, { kind: 'item', price, by: submitter, status: 'approved' });
});

beforeEach(() => {
  statements = [];
  meanwhile = async () => undefined;
  const { reads } = server.runtime;
  const rows = reads.rows.bind(reads);
  vi.spyOn(reads, 'rows').mockImplementation(async (query: RawBuilder<unknown>) => {
    const text = query.compile(COMPILER).sql.replace(/\s+/g, ' ').trim();
    statements.push(text);
    await meanwhile(text);
    return rows(query) as never;
  });
});

const total = (filter: Parameters<typeof publicConditions>[0] = { kind: 'item' }) =>
  server.runtime.counts.total(publicConditions(filter));

const exact = async (filter = "kind = 'item'") => {
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::int as count from sale where status = 'approved' and deleted_at is null and ${filter}`,
  );
  return row?.count;
};

const counts = () => statements.filter((text) => text.includes('max(sequence)'));
const looked = () => counts().filter((text) => text.includes('any(')).length;
const counted = () => counts().length - looked();

const decide = (id: number, status: 'approved' | 'rejected' = 'approved') =>
  server.services().sales.decide('item', { id, status });

describe('a count', () => {
  it('is made once while nothing changes', async () => {
    const first = await total();
    expect([first, await total(), await total()]).toEqual(Array(3).fill(await exact()));
    expect(counted()).toBeLessThan(2);
  });

  it('is updated incrementally by new sales that match the filter', async () => {
    const dear = { kind: 'item', min_price: 1_000 } as const;
    const [all, few] = [await total(), await total(dear)];
    statements = [];
    await makeSale(server, { price: 5, by: submitter, status: 'approved' });
    await makeSale(server, { price: 5_000, by: submitter, status: 'approved' });
    await makeSale(server, { kind: 'pokemon', by: submitter, status: 'approved' });
    expect([await total(), await total(dear)]).toEqual([all + 2, few + 1]);
    expect({ counted: counted(), looked: looked() }).toEqual({ counted: 0, looked: 2 });
    expect([await total(), await total(dear)]).toEqual([all + 2, few + 1]);
    expect(looked()).toBe(2);
  });

  it('ignores changes that visitors do not see', async () => {
    const before = await total();
    statements = [];
    await makeSale(server, { by: submitter });
    await decide(await makeSale(server, { by: submitter }), 'rejected');
    expect(await total()).toBe(before);
    expect(statements).toEqual([]);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['a deleted one', (id) => server.services().saleAdmin.remove('item', { id })],
    [
      'an edited one',
      (id) => server.sql('update sale set price = 1, version = version + 1 where sale_id = ?', [id]),
    ],
    [
      'one that is gone',
      (id) => server.sql('delete from sale where sale_id = ?', [id]).catch(() => undefined),
    ],
  ])('is made again after %s', async (_what, change) => {
    const id = await makeSale(server, { price: 7_777, by: submitter, status: 'approved' });
    const dear = { kind: 'item', min_price: 7_000 } as const;
    await total(dear);
    await change(id);
    expect(await total(dear)).toBe(await exact("kind = 'item' and price >= 7000"));
  });

  it('is repeated after more new sales than an incremental update handles', async () => {
    const before = await total();
    await makeApprovals(server, submitter, 600);
    expect(await total()).toBe(before + 600);
  });

  it('is correct after a long transaction commits', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const open = server.runtime.orm.em.fork().transactional(async (em) => {
      await em.execute(
        `insert into sale (kind, name, price, date_sold, status, date_submitted, decided_at)
         values ('item', 'Potion', 1, '2026-01-01', 'approved', now(), now())`,
      );
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const before = await total();
    await makeSale(server, { by: submitter, status: 'approved' });
    expect(await total()).toBe(before + 1);
    end.resolve();
    await open;
    expect(await total()).toBe(before + 2);
  });

  it('is shared by concurrent calls, and not cached when it fails', async () => {
    const never = { kind: 'item', min_price: 424_242 } as const;
    expect(await Promise.all(Array.from({ length: 20 }, () => total(never)))).toEqual(
      Array(20).fill(await exact("kind = 'item' and price >= 424242")),
    );
    expect(counted()).toBe(1);
    const broken = [sql`no_such_column`];
    await expect(server.runtime.counts.total(broken)).rejects.toMatchObject({ code: '42703' });
    await expect(server.runtime.counts.total(broken)).rejects.toMatchObject({ code: '42703' });
  });
});

it('counts correctly during concurrent approvals and reads', async () => {
  const waiting: number[] = [];
  for (let i = 0; i < 40; i += 1) waiting.push(await makeSale(server, { price: 100 + i, by: submitter }));
  const start = await total();
  let approved = 0;
  let begun = 0;
  const reviewer = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      begun += 1;
      await decide(id);
      approved += 1;
    }
  };
  const reader = async () => {
    while (approved < 40) {
      const least = start + approved;
      const found = await total();
      expect(found).toBeGreaterThanOrEqual(least);
      expect(found).toBeLessThanOrEqual(start + begun);
    }
  };
  await Promise.all([reviewer(), reviewer(), reader(), reader(), reader()]);
  expect(await total()).toBe(start + 40);
});
