import { beforeAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../queue/definitions.ts';
import { testServer } from '../../testing/run/server.ts';
import { hasDemoSales } from './demo.queries.ts';
import type { DemoReport } from './demo.service.ts';
import { FOLLOWS, REPORTS, REVIEWED } from './scenario.ts';

const server = testServer();

const progress: number[] = [];
let report: DemoReport;
let obstructed: unknown;
let others: unknown[];
beforeAll(async () => {
  const fill = () =>
    server.services().demo.fill({ sales: 1_200, seed: 3 }, (stored) => progress.push(stored));
  const input = {
    username: 'Demo_Admin',
    email: 'oak@example.org',
    password: 'secret words',
    role: 'user',
  } as const;
  await server.services().accounts.create(input);
  obstructed = await fill().catch((error: unknown) => error);
  await server.truncate('account');
  const fills = await Promise.allSettled([fill(), fill()]);
  others = fills.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  report = fills.find((one) => one.status === 'fulfilled')?.value as DemoReport;
});

// The last test deletes the sales.
describe('the demo', { shuffle: false }, () => {
  it('fills a new database once, with legal sales and an account of each role', async () => {
    const { signIn } = server.services();
    expect(report).toMatchObject({ sales: 1_200, seed: 3, duplicates: 30, typos: 12 });
    expect(progress).toEqual([500, 1_000, 1_200 - REVIEWED.length, 1_200]);
    for (const { username, password, role } of report.accounts)
      expect(await signIn.login(username, password, null)).toMatchObject({ user: { username, role } });
    expect(new Set(report.accounts.map(({ password }) => password)).size).toBe(3);

    const [totals] = await server.sql(
      `select count(*)::int as sales, count(distinct submitted_by)::int as submitters,
         count(*) filter (where status <> 'pending' and decided_by is null)::int as undecided,
         (select count(*)::int from sale_event where type = 'submitted') as submissions,
         (select count(*)::int from sale_event where type in ('approved', 'rejected') and actor_id is null) as nobodys
       from sale`,
    );
    const sales = 1_200;
    expect(totals).toMatchObject({ sales, submissions: sales, submitters: 13, undecided: 0, nobodys: 0 });
    const said = server.log.lines.find(({ msg }) => msg.includes('generated sales'));
    expect(said).toMatchObject({ level: 'info', sales: 1_200, seed: 3 });
    const passwords = report.accounts.map(({ password }) => password);
    expect(passwords.filter((password) => JSON.stringify(server.log.lines).includes(password))).toEqual([]);

    expect(await server.services().duplicateScan.status()).toMatchObject({ status: 'waiting' });
    expect(await server.sql(`select payload from outbox where job = ?`, [JOBS.scanDuplicates.name])).toEqual([
      { payload: { scan_id: expect.any(Number) } },
    ]);

    expect(await server.services().settings.get('require_staff_two_factor')).toBe('false');
    expect(obstructed).toMatchObject({
      code: 'TAKEN',
      message:
        'The account demo_admin cannot be added, because its name or email address is taken: use a new database.',
    });
    // Both that of another process at the same time, and a later one.
    expect(others).toMatchObject([{ kind: 'conflict', code: 'NOT_EMPTY' }]);
    await expect(server.services().demo.fill()).rejects.toMatchObject({
      kind: 'conflict',
      code: 'NOT_EMPTY',
    });
    expect(await server.sql('select count(*)::int as count from account')).toEqual([{ count: 15 }]);
  });

  it('follows, notices and reports of the last weeks are in the order of time, and nothing is mailed', async () => {
    const accounts = await server.sql<{ user_id: number; username: string; role: 'user' | 'checker' }>(
      `select user_id, username, role from account where username in ('demo_user', 'demo_checker') order by username desc`,
    );
    const [user, checker] = accounts.map((account) =>
      server.services({ type: 'account', ...account, session: null }),
    );
    const entries = (await user?.inbox.list({}, { limit: 100 }))?.data ?? [];
    expect([...new Set(entries.map(({ kind }) => kind))].toSorted()).toEqual([
      'follow_match',
      'report_outcome',
      'submission_approved',
      'submission_corrected',
      'submission_rejected',
      'submission_returned',
    ]);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const newest = new Date(times[0] ?? '').getTime();
    expect(newest).toBeLessThan(server.clock.now().getTime());
    expect(entries.filter(({ read }) => !read).length).toBeGreaterThan(2);
    expect(entries.filter(({ read }) => read).length).toBeGreaterThan(2);
    const corrected = entries.find(({ kind }) => kind === 'submission_corrected');
    expect(corrected?.data).toEqual({
      name: 'Gyarados',
      changes: [
        { field: 'price', before: 8_500, after: 85_000 },
        { field: 'nature', before: 'Jolly', after: 'Adamant' },
      ],
    });

    const follows = (await user?.follows.list()) ?? [];
    expect(follows).toHaveLength(FOLLOWS.filter(({ by }) => by === 'demo_user').length);
    expect((await user?.followFeed.own())?.created).not.toBeNull();
    const matching = follows.find(({ last_match }) => last_match !== null);
    expect((await user?.follows.byId(matching?.follow_id ?? 0))?.matches).not.toEqual([]);

    const reports = await server.sql('select outcome from sale_report');
    expect(reports).toHaveLength(REPORTS.length);
    const open = REPORTS.filter(({ decision }) => !decision).length;
    expect(reports.filter(({ outcome }) => outcome === null)).toHaveLength(open);
    const reported = new Set(
      REPORTS.filter(({ decision }) => !decision).map(({ target }) => JSON.stringify(target)),
    );
    expect(await checker?.reviews.counts()).toMatchObject({ reported: reported.size });
    expect(await server.sql(`select * from outbox where job like 'mail.%'`)).toEqual([]);
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
});
