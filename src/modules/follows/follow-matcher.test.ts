import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CreateFollow } from '../../contract/follows/follows.ts';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import { DAY_MS } from '../../contract/shared/dates.ts';
import { makeAccount, makeSale, suspend } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { makeFollow, matchFollows, newMatcher, readLatest } from '../../testing/market/follows.ts';
import { testServer } from '../../testing/run/server.ts';
import { withClient } from '../../testing/servers/postgres.ts';
import type { FollowMatcher } from './follow-matcher.ts';

const server = testServer();

const player = testAccount(server);
const seller = testAccount(server);
const checker = testAccount(server, 'checker');
let matcher: FollowMatcher;

beforeEach(async () => {
  await server.truncate('sale', 'follow', 'inbox_entry');
  matcher = newMatcher(server);
  await matchFollows(server, matcher);
});

const BALLS = { filter: { kind: 'item', name: 'ball' } };
const follow = async (given: Partial<CreateFollow> = {}, by = player): Promise<number> =>
  (await makeFollow(server, by, { ...BALLS, ...given })).follow_id;
const approve = (given: Parameters<typeof makeSale>[1] = {}) =>
  makeSale(server, { by: seller, status: 'approved', ...given });

/** The stored matches, as `<follow> <sale>`. */
async function stored(): Promise<string[]> {
  const rows = await server.sql<{ follow_id: number; sale_id: number }>(
    'select follow_id, sale_id from follow_match order by follow_id, sale_id',
  );
  return rows.map(({ follow_id, sale_id }) => `${follow_id} ${sale_id}`);
}

/** The matches after everything was matched. */
async function matches(): Promise<string[]> {
  await matchFollows(server, matcher);
  return stored();
}

describe('a follow of an item that is merged', () => {
  const merge = async (from: string, into: string) => {
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).itemMerge.merge({ from, into });
  };

  it.each([
    ['its name', 'Bright Orrb', 'Bright Orb', { name: 'bright orrb', exact: true }],
    ['a query', 'Dim Orrb', 'Dim Orb', { query: 'price > 1 and item in ("Dim Orrb", "Master Ball")' }],
  ])('matches the sales of the other one from then on, by %s', async (_what, from, into, filter) => {
    for (const name of [from, into]) await approve({ name });
    server.clock.advance(1);
    const { follow_id: id } = await makeFollow(server, player, { filter: { kind: 'item', ...filter } });
    await approve({ name: into });
    expect(await matches()).toEqual([]);
    await merge(from, into);
    const after = await approve({ name: into });
    expect(await matches()).toEqual([`${id} ${after}`]);
    const [entry] = await server.sql('select data from inbox_entry where user_id = ?', [player.user.user_id]);
    expect(entry).toMatchObject({
      data: { name: into, follow_id: id, label: expect.stringContaining(into) },
    });
    await merge(into, from);
    const again = await approve({ name: from });
    expect(await matches()).toContain(`${id} ${again}`);
  });

  it('that then is the same as another one adds one entry to the inbox', async () => {
    const names = ['Pale Orrb', 'Pale Orb'] as const;
    for (const name of names) await approve({ name });
    server.clock.advance(1);
    for (const name of names)
      await makeFollow(server, player, { filter: { kind: 'item', name, exact: true } });
    await merge(...names);
    await approve({ name: 'Pale Orb' });
    expect(await matches()).toHaveLength(2);
    const entries = await server.sql('select data from inbox_entry where user_id = ?', [player.user.user_id]);
    expect(entries).toMatchObject([{ data: { label: 'Pale Orb' } }]);
  });
});

describe('a sale that is approved', () => {
  it('is a match of the follows whose filter and condition it meets', async () => {
    const all = await follow();
    const cheap = await follow({ condition: { type: 'at_or_below', price: 500 } });
    const dear = await follow({ condition: { type: 'at_or_above', price: 501 } });
    await makeFollow(server, player, { filter: { kind: 'item', name: 'Ultra Ball', exact: true } });
    const low = await approve({ price: 500 });
    const high = await approve({ price: 501 });
    await approve({ kind: 'pokemon' });
    expect(await matches()).toEqual([
      `${all} ${low}`,
      `${all} ${high}`,
      `${cheap} ${low}`,
      `${dear} ${high}`,
    ]);
  });

  it('is matched when the decision can no longer be undone, and not earlier', async () => {
    const id = await follow();
    const sale = await approve();
    const step = () => matcher.step(server.scope().em);
    await readLatest(server, matcher);
    server.clock.advance(FINAL_MS - 1_000);
    expect([await step(), await stored()]).toEqual(['idle', []]);
    server.clock.advance(1_000);
    expect([await step(), await stored()]).toEqual(['worked', [`${id} ${sale}`]]);
    expect(await step()).toBe('idle');
  });

  it('is matched as soon after the clock was set back', async () => {
    await readLatest(server, matcher);
    server.clock.advance(-60 * 60_000);
    const id = await follow();
    const sale = await approve();
    await readLatest(server, matcher);
    server.clock.advance(FINAL_MS);
    await matcher.step(server.scope().em);
    server.clock.advance(60 * 60_000);
    expect(await stored()).toEqual([`${id} ${sale}`]);
  });

  it.each<[string, (sale: number) => Promise<unknown>]>([
    ['undone', (id) => server.services(checker.actor).sales.undo([{ id }])],
    ['deleted', (id) => server.services().saleAdmin.remove('item', { id })],
    [
      'returned to review',
      (id) =>
        server.sql(
          `update sale set status = 'pending', decided_at = null, version = version + 1 where sale_id = ?`,
          [id],
        ),
    ],
  ])('and %s before that is no match', async (_what, take) => {
    await follow();
    const sale = await approve({ status: 'pending' });
    await server.services(checker.actor).sales.decide('item', { id: sale, status: 'approved' });
    await take(sale);
    expect(await matches()).toEqual([]);
  });

  it('and returned, and approved again, is a match once', async () => {
    const id = await follow();
    const sale = await approve();
    const once = [`${id} ${sale}`];
    expect(await matches()).toEqual(once);
    await server.sql(`update sale set status = 'pending', decided_at = null, version = version + 1`);
    expect(await matches()).toEqual(once);
    await server.services().sales.decide('item', { id: sale, status: 'approved' });
    expect(await matches()).toEqual(once);
  });

  it('after an import is a match of follows that are older than its day', async () => {
    const id = await follow();
    const [day, next] = [server.daysAgo(0), server.daysAgo(-1)];
    server.clock.advance(DAY_MS);
    const lines = ['2019-05-01', day, next].map((sold, price) => `Great Ball,${price + 1},${sold},approved`);
    const csv = ['item_name,price,date_sold,status', ...lines].join('\n');
    await server.services().saleImport.run(Readable.from([csv]));
    const [imported] = await server.sql<{ sale_id: number }>('select sale_id from sale where date_sold = ?', [
      next,
    ]);
    expect(await matches()).toEqual([`${id} ${imported?.sale_id}`]);
  });

  it('is no match of follows that are newer', async () => {
    const sale = await approve();
    server.clock.advance(1);
    const id = await follow();
    expect(await matches()).toEqual([]);
    await server.services().saleAdmin.edit('item', { id: sale, change: { price: 7 } });
    expect(await matches()).toEqual([]);
    const next = await approve();
    expect(await matches()).toEqual([`${id} ${next}`]);
  });

  it('and fits only after an edit is a match then', async () => {
    const id = await follow({ condition: { type: 'at_or_below', price: 100 } });
    const sale = await approve({ price: 5_000 });
    expect(await matches()).toEqual([]);
    await server.services().saleAdmin.edit('item', { id: sale, change: { price: 50 } });
    expect(await matches()).toEqual([`${id} ${sale}`]);
  });

  it('is no match of paused and deleted follows, and of those of suspended accounts', async () => {
    const banned = await makeAccount(server);
    const ids = [await follow(), await follow({}, await makeAccount(server)), await follow({}, banned)];
    // The matcher has read all of them.
    const first = await approve();
    expect(await matches()).toEqual(ids.map((id) => `${id} ${first}`));
    await server.truncate('follow_match');
    const { follows } = server.services(player.actor);
    await follows.update({ id: ids[0] ?? 0, paused: true });
    await server.sql('delete from follow where follow_id = ?', [ids[1]]);
    await suspend(server, banned);
    const missed = await approve();
    expect(await matches()).toEqual([]);
    await follows.update({ id: ids[0] ?? 0, paused: false });
    const second = await approve();
    expect(await matches()).toEqual([`${ids[0]} ${second}`]);
    expect(second).toBeGreaterThan(missed);
  });

  it('is no match of the follows of its submitter', async () => {
    await follow({}, seller);
    const id = await follow();
    const sale = await approve();
    await matches();
    const own = await approve({ by: player });
    expect(await matches()).toHaveLength(2);
    expect(await stored()).toContain(`${id} ${sale}`);
    expect((await server.services(player.actor).inbox.list({}, {})).data).toMatchObject([{ sale_id: sale }]);
    expect(own).toBeGreaterThan(sale);
  });

  it('follows changes of a follow', async () => {
    const id = await follow();
    const first = await approve();
    expect(await matches()).toEqual([`${id} ${first}`]);
    const filter = { kind: 'item', name: 'Ultra Ball', exact: true } as const;
    await server.services(player.actor).follows.update({ id, filter });
    await approve();
    const ultra = await approve({ name: 'Ultra Ball' });
    expect(await matches()).toEqual([`${id} ${first}`, `${id} ${ultra}`]);
  });
});

describe('the inbox', () => {
  const inbox = () => server.services(player.actor).inbox.list({}, {});

  it('has an entry for each match of a follow that is delivered there', async () => {
    const id = await follow({ condition: { type: 'at_or_below', price: 500 } });
    await follow({ channels: { inbox: false } });
    const sale = await approve({ price: 450 });
    await matches();
    expect((await inbox()).data).toMatchObject([
      {
        kind: 'follow_match',
        sale_id: sale,
        read: false,
        data: {
          name: 'Master Ball',
          follow_id: id,
          label: 'Items with “ball” in the name, at or below 500 PD',
          price: 450,
        },
      },
    ]);
  });

  it('has one entry when the sale is returned and approved again', async () => {
    await follow();
    const sale = await approve();
    await matches();
    await server.sql(`update sale set status = 'pending', decided_at = null, version = version + 1`);
    await server.services().sales.decide('item', { id: sale, status: 'approved' });
    await matches();
    expect((await inbox()).data).toHaveLength(1);
  });
});

describe('outside the middle half', () => {
  const unusual = { condition: { type: 'outside_middle_half' } } as const;
  const approveAt = async (...prices: number[]) => {
    for (const price of prices) await approve({ price });
  };

  it('is a price below or above those of half of the comparable sales', async () => {
    await approveAt(100, 200, 300, 400, 500);
    expect(await matches()).toEqual([]);
    const id = await follow(unusual);
    // Of 100 to 500, half are from 200 to 400; each of these sales counts for the next ones.
    const inside = [await approve({ price: 200 }), await approve({ price: 400 })];
    const outside = [await approve({ price: 199 }), await approve({ price: 401 })];
    expect(await matches()).toEqual(outside.map((sale) => `${id} ${sale}`));
    expect(inside).toHaveLength(2);
  });

  it('is nothing when there are too few to say', async () => {
    await approveAt(100, 200, 300, 400);
    const id = await follow(unusual);
    await approve({ price: 1_000_000 });
    expect(await matches()).toEqual([]);
    const next = await approve({ price: 2_000_000 });
    expect(await matches()).toEqual([`${id} ${next}`]);
  });
});

const APPROVED = `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
  select 'item', name, item_id, n, $1::date, 'approved', $2::timestamptz, 2
  from item, generate_series(1, $3::int) n where name = 'Master Ball' returning sale_id`;

const approveAtOnce = (count: number) =>
  server.sql<{ sale_id: number }>(APPROVED.replace(/\$\d/g, '?'), [
    server.daysAgo(3),
    server.clock.now(),
    count,
  ]);

describe('no sale is skipped', () => {
  it('when more are approved in one statement than the feed names', async () => {
    const id = await follow();
    const sales = await approveAtOnce(1_250);
    expect(await matches()).toEqual(sales.map(({ sale_id }) => `${id} ${sale_id}`));
    const [position] = await server.sql('select scan_from, scan_to from follow_position');
    expect(position).toEqual({ scan_from: null, scan_to: null });
  });

  it('when a step handles only a part of the changes', async () => {
    const id = await follow();
    const sales = [];
    for (let i = 0; i < 3; i += 1) sales.push(...(await approveAtOnce(70)));
    expect(await matches()).toEqual(sales.map(({ sale_id }) => `${id} ${sale_id}`));
  });

  it('when its transaction began before others and ended after them', async () => {
    const id = await follow();
    await withClient(server.database.ownerUrl, async (slow) => {
      await slow.query('begin');
      await slow.query(APPROVED, [server.daysAgo(3), server.clock.now(), 1]);
      const quick = await approve();
      expect(await matches()).toEqual([`${id} ${quick}`]);
      await slow.query('commit');
      expect(await matches()).toEqual([`${id} ${quick - 1}`, `${id} ${quick}`]);
    });
  });

  it('when nobody read the feed for so long that its rows were deleted', async () => {
    const id = await follow();
    const first = await approve();
    server.clock.advance(30 * 3_600_000);
    await server.sql('delete from sale_change');
    const second = await approve();
    expect(await matches()).toEqual([`${id} ${first}`, `${id} ${second}`]);
  });

  it('when the position is of another database', async () => {
    const id = await follow();
    const sale = await approve();
    await server.sql(`update follow_position set sequence = 9000000000000000000`);
    expect(await matches()).toEqual([`${id} ${sale}`]);
    const next = await approve();
    expect(await matches()).toEqual([`${id} ${sale}`, `${id} ${next}`]);
  });
});

it('a follow with an invalid filter matches nothing, and does not stop the others', async () => {
  const id = await follow();
  const broken = await follow({ condition: { type: 'at_or_above', price: 1 } });
  await server.sql('update follow set search = ? where follow_id = ?', ['?nature=Bold', broken]);
  const sale = await approve();
  expect(await matches()).toEqual([`${id} ${sale}`]);
  const next = await approve();
  expect(await matches()).toEqual([`${id} ${sale}`, `${id} ${next}`]);
  const warned = server.log.lines.filter(({ follow }) => follow === broken);
  expect(warned.map(({ level }) => level)).toEqual(['warn']);
});

it('sales that the feed does not name are not read while nobody follows anything', async () => {
  await approveAtOnce(1_250);
  await readLatest(server, matcher);
  server.clock.advance(FINAL_MS);
  const steps: string[] = [];
  do steps.push(await matcher.step(server.scope().em));
  while (steps.at(-1) === 'worked');
  // One for the change, one for the scan, which would take 250.
  expect(steps).toEqual(['worked', 'worked', 'idle']);
  const id = await follow();
  const sale = await approve();
  expect(await matches()).toEqual([`${id} ${sale}`]);
});

describe('several processes', () => {
  it('match each sale once', async () => {
    const ids = [await follow(), await follow({}, await makeAccount(server))];
    const others = [matcher, newMatcher(server), newMatcher(server)];
    const sales: number[] = [];
    for (let i = 0; i < 4; i += 1) sales.push(...(await approveAtOnce(60)).map(({ sale_id }) => sale_id));
    const step = (one: FollowMatcher) => one.step(server.scope().em);
    for (const one of others) await readLatest(server, one);
    server.clock.advance(FINAL_MS);
    for (let done = false; !done; ) {
      const outcomes = await Promise.all(others.map(step));
      // The others may be busy: they have tried while one was finding nothing.
      done = outcomes.includes('idle');
    }
    const [entries] = await server.sql('select count(*)::int as n from inbox_entry');
    expect(entries).toEqual({ n: 2 * sales.length });
    expect(await stored()).toEqual(ids.flatMap((id) => sales.map((sale) => `${id} ${sale}`)));
  });

  it('lose and double nothing when one ends in the middle of a step', async () => {
    const id = await follow();
    const sales = await approveAtOnce(250);
    await readLatest(server, matcher);
    server.clock.advance(FINAL_MS);
    for (let kills = 0; kills < 3; kills += 1) {
      const { em } = server.scope();
      // Everything of the step is written, and its connection ends before the commit.
      await expect(
        em.transactional(async () => {
          expect(await matcher.step(em)).toBe('worked');
          expect(await em.execute('select from inbox_entry')).not.toEqual([]);
          const [backend] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
          // Until it has ended, it has the lock of the matcher.
          await server.sql('select pg_terminate_backend(?, 10000)', [backend?.pid]);
        }),
      ).rejects.toThrow(/connection/);
      expect(await matcher.step(server.scope().em)).toBe('worked');
    }
    expect(await matches()).toEqual(sales.map(({ sale_id }) => `${id} ${sale_id}`));
    const [entries] = await server.sql('select count(*)::int as n from inbox_entry');
    expect(entries).toEqual({ n: sales.length });
  });
});
