import { beforeAll, expect, it } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { hasDemoSales } from './demo.queries.ts';
import type { DemoReport } from './demo.service.ts';

const server = testServer();

const progress: number[] = [];
let report: DemoReport;
beforeAll(async () => {
  report = await server.services().demo.fill({ sales: 1_200, seed: 3 }, (stored) => progress.push(stored));
});

it('fills a new database once, with legal sales and an account of each role', async () => {
  const { signIn } = server.services();
  expect(report).toMatchObject({ sales: 1_200, seed: 3, duplicates: 30, typos: 12 });
  expect(progress).toEqual([500, 1_000, 1_200]);
  for (const { username, password, role } of report.accounts)
    expect(await signIn.login(username, password, null)).toMatchObject({ user: { username, role } });
  expect(new Set(report.accounts.map(({ password }) => password)).size).toBe(3);

  const [totals] = await server.sql(
    `select count(*)::int as sales, count(*) filter (where status = 'pending')::int as pending,
       count(distinct submitted_by)::int as submitters,
       count(*) filter (where status <> 'pending' and decided_by is null)::int as undecided,
       (select count(*)::int from sale_event) as events,
       (select count(*)::int from sale_event where type in ('approved', 'rejected') and actor_id is null) as nobodys
     from sale`,
  );
  expect(totals).toMatchObject({ sales: 1_200, submitters: 12, undecided: 0, nobodys: 0 });
  expect(totals?.events).toBe(2 * 1_200 - Number(totals?.pending));
  const said = server.log.lines.find(({ msg }) => msg.includes('generated sales'));
  expect(said).toMatchObject({ level: 'info', sales: 1_200, seed: 3 });
  const passwords = report.accounts.map(({ password }) => password);
  expect(passwords.filter((password) => JSON.stringify(server.log.lines).includes(password))).toEqual([]);

  expect(await server.services().settings.get('require_staff_two_factor')).toBe('false');
  await expect(server.services().demo.fill()).rejects.toMatchObject({ kind: 'conflict', code: 'NOT_EMPTY' });
  expect(await server.sql('select count(*)::int as count from account')).toEqual([{ count: 15 }]);
});

it('generated sales are known as such until none is shown', async () => {
  const { reads } = server.runtime;
  expect(await hasDemoSales(reads)).toBe(true);
  await server.sql(
    `update sale set deleted_at = now(), version = version + 1 where status = 'approved' and sale_id > (select min(sale_id) from sale where status = 'approved')`,
  );
  expect(await hasDemoSales(reads)).toBe(true);
  await server.sql(`update sale set deleted_at = now(), version = version + 1 where deleted_at is null`);
  expect(await hasDemoSales(reads)).toBe(false);
});
