import { setImmediate } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDatabase } from '../../db/connecting/connections.ts';
import { ReadServers } from '../../db/read-servers/read-servers.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { connect } from '../../testing/servers/postgres.ts';
import { CHANGES, ChangeFeed, type ChangesSince } from './change-feed.ts';
import { SEQUENCE_SQL } from './market-sequence.ts';

const database = fixture(createTestDatabase, 'drop');
const first = fixture(() => connect(database.ownerUrl), 'end');
const second = fixture(() => connect(database.ownerUrl), 'end');
const log = createTestLog();
let servers: ReadServers;
let feed: ChangeFeed;

const openFeed = () => new ChangeFeed(servers);

beforeEach(() => {
  servers = new ReadServers({
    url: database.url,
    standbys: [],
    size: 1,
    applicationName: 'test',
    watch: watchDatabase(log.logger, 10_000),
    numbers: SEQUENCE_SQL,
  });
  feed = openFeed();
});
afterEach(() => servers.close());

const SALE = `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
  select 'item', name, item_id, 1000, '2026-05-01', $1, case $1 when 'pending' then null else now() end, 2
  from item, generate_series(1, $2::int) where name = 'Master Ball' returning sale_id`;

const store = async (by: Client, status = 'approved', count = 1): Promise<number[]> =>
  (await by.query<{ sale_id: number }>(SALE, [status, count])).rows.map(({ sale_id }) => sale_id);
const storeOne = async (by: Client, status?: string): Promise<number> => (await store(by, status))[0] ?? 0;

/** The changes that the feed has found after a number, as `<change> <sale>`. */
async function found(since: number): Promise<string[] | null> {
  await feed.fresh();
  return feed.since(since)?.map(({ change, sale_id }) => `${change} ${sale_id}`) ?? null;
}

describe('the recorded changes', () => {
  const update = (id: number, set: string) => first.query(`update sale set ${set} where sale_id = $1`, [id]);

  it.each([
    ['approved', `status = 'approved', decided_at = now(), version = version + 1`, 'pending', 'added'],
    ['rejected', `status = 'rejected', decided_at = now(), version = version + 1`, 'pending', null],
    ['edited while it waits', 'price = 5, version = version + 1', 'pending', null],
    ['returned', `status = 'pending', decided_at = null, version = version + 1`, 'approved', 'removed'],
    ['deleted', 'deleted_at = now(), version = version + 1', 'approved', 'removed'],
    ['edited', 'price = 5, version = version + 1', 'approved', 'edited'],
    ['given another proof', `proof_url = 'https://forum.example/9'`, 'approved', 'edited'],
    ['noted', `review_notes = 'fine'`, 'approved', null],
    ['written as it is', 'price = price', 'approved', null],
  ])('a sale that is %s', async (_what, set, status, change) => {
    const id = await storeOne(first, status);
    const before = await feed.fresh();
    await update(id, set);
    expect(await found(before)).toEqual(change ? [`${change} ${id}`] : []);
    const now = await feed.fresh();
    expect(now > before).toBe(change !== null);
  });

  it('cover every column of a sale, except what visitors never see or never changes', async () => {
    const { rows } = await first.query<{ column: string }>(
      `select attname as column from pg_attribute
         join pg_proc on proname = 'sale_sale_change_update_fn' and prosrc !~ ('\\m' || attname || '\\M')
       where attrelid = 'sale'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attname`,
    );
    expect(rows.map(({ column }) => column)).toEqual([
      'corrects',
      'date_submitted',
      'decided_at',
      'decided_by',
      'import_key',
      'kind',
      'proof_thread',
      'review_notes',
    ]);
  });

  it('include a sale that is stored as approved, restored, and removed from the database', async () => {
    const before = await feed.fresh();
    const id = await storeOne(first);
    await update(id, 'deleted_at = now(), version = version + 1');
    await update(id, 'deleted_at = null, version = version + 1');
    await first.query('delete from sale where sale_id = $1', [id]);
    const steps = ['added', 'removed', 'added', 'removed'];
    expect(await found(before)).toEqual(steps.map((step) => `${step} ${id}`));
  });

  it('include a sale whose submitter was deleted', async () => {
    const id = await storeOne(first);
    await first.query(
      `with a as (insert into account (username, username_skeleton, email, password_hash)
         values ('gone', 'gone', 'gone@example.org', 'x') returning user_id)
       update sale set submitted_by = a.user_id from a where sale_id = $1`,
      [id],
    );
    const before = await feed.fresh();
    await first.query(`delete from account where username = 'gone'`);
    expect(await found(before)).toEqual([`edited ${id}`]);
  });

  it('list each sale of a statement up to 1,000, and one `many` above that', async () => {
    const before = await feed.fresh();
    const ids = await store(first, 'approved', 1_000);
    expect((await found(before))?.toSorted()).toEqual(ids.map((id) => `added ${id}`).toSorted());
    await store(first, 'pending', 1_001);
    expect(await found(before)).toHaveLength(1_000);
    await store(first, 'approved', 1_001);
    const { rows } = await first.query(
      `select change from sale_change where sale_id is null order by change_id desc limit 1`,
    );
    expect(rows).toEqual([{ change: 'many' }]);
    expect(await found(before)).toBeNull();
    const many = await feed.fresh();
    await first.query(`update sale set review_notes = 'x' where status = 'approved'`);
    expect(await feed.fresh()).toBe(many);
  });

  it('include names, pictures and settings, once per transaction', async () => {
    const before = await feed.fresh();
    await first.query(
      `update item set image_url = 'https://i.imgur.com/a.png' where name in ('Master Ball', 'Ultra Ball')`,
    );
    await first.query(`update item set image_url = image_url`);
    await first.query(
      `insert into sprite (pokemon_id, pokemon_name, variant, imgur_url) values (1, 'Bulbasaur', 'Normal', 'https://i.imgur.com/b.png')`,
    );
    await first.query(`insert into setting (key, value) values ('skip_review', 'true')`);
    await first.query(
      `begin; update species set generation = generation + 1; update ability set name = 'Old' where ability_id = 1; commit`,
    );
    expect(await found(before)).toEqual(Array.from({ length: 4 }, () => 'catalogue null'));
  });
});

describe('concurrent transactions', () => {
  it('do not hide a change that was made before others and committed after them', async () => {
    const before = await feed.fresh();
    await first.query('begin');
    const slow = await storeOne(first);
    const quick = await storeOne(second);
    const between = await feed.fresh();
    expect(feed.since(before)).toMatchObject([{ sale_id: quick, change: 'added' }]);
    await first.query('commit');
    expect(await found(between)).toEqual([`added ${slow}`]);
    expect((await found(before))?.toSorted()).toEqual([`added ${slow}`, `added ${quick}`].toSorted());
    // The same for a process that only knows the number from the page.
    expect(await openFeed().catchUp(between)).toMatchObject({ changes: [{ sale_id: slow }] });
  });

  it('leave no changes when they are rolled back', async () => {
    const before = await feed.fresh();
    await first.query('begin');
    await storeOne(first);
    await first.query('rollback');
    expect(await found(before)).toEqual([]);
    expect(await feed.fresh()).toBe(before);
  });

  it('yield each change exactly once', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, () => connect(database.ownerUrl)));
    const begin = await feed.fresh();
    const stored: number[] = [];
    const received: number[] = [];
    let at = begin;
    let writing = true;
    const look = async () => {
      const now = await feed.fresh();
      for (const { sale_id } of feed.since(at) ?? []) received.push(sale_id ?? 0);
      at = now;
    };
    const looking = (async () => {
      while (writing) await look();
    })();
    await Promise.all(
      writers.map(async (writer, i) => {
        for (let j = 0; j < 40; j += 1) {
          await writer.query('begin');
          stored.push(await storeOne(writer));
          if ((i + j) % 3 === 0) await writer.query('select pg_sleep(0.01)');
          await writer.query('commit');
        }
      }),
    );
    writing = false;
    await looking;
    await look();
    await Promise.all(writers.map((writer) => writer.end()));
    expect(received.toSorted((a, b) => a - b)).toEqual(stored.toSorted((a, b) => a - b));
    expect(await found(begin)).toHaveLength(stored.length);
  });
});

describe('fresh', () => {
  it('includes what was committed before the call, even while a query is running', async () => {
    const before = await feed.fresh();
    const under = feed.fresh();
    await storeOne(first);
    const [, later] = await Promise.all([under, feed.fresh()]);
    expect(later).toBeGreaterThan(before);
  });

  it('shares one query among all calls made while another is running', async () => {
    const asked: unknown[] = [];
    await feed.fresh();
    const stop = feed.on((since) => asked.push(since));
    await storeOne(first);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => feed.fresh()));
    expect(new Set(answers).size).toBeLessThanOrEqual(2);
    expect(asked).toHaveLength(1);
    stop();
  });

  it.each([
    ['is shared by calls of consecutive turns of the event loop', 5, (queries: number) => queries === 1],
    ['does not wait for ever while they continue', 30, (queries: number) => queries > 1],
  ])('%s', async (_what, turns, isExpected) => {
    await feed.fresh();
    const changes = vi.spyOn(servers, 'changes');
    const calls = [feed.fresh()];
    for (let turn = 0; turn < turns; turn += 1) {
      await setImmediate();
      calls.push(feed.fresh());
    }
    await Promise.all(calls);
    expect(changes.mock.calls.length).toSatisfy(isExpected);
  });

  it('passes changes to listeners, in order and without gaps', async () => {
    const heard: ChangesSince[] = [];
    const before = await feed.fresh();
    const stop = feed.on((since) => heard.push(since));
    const ids: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      ids.push(await storeOne(first));
      await feed.fresh();
    }
    stop();
    await storeOne(first);
    await feed.fresh();
    expect(heard.map(({ changes }) => changes?.map(({ sale_id }) => sale_id))).toEqual(ids.map((id) => [id]));
    expect(feed.since(before)).toHaveLength(4);
  });

  it('resumes after its connection was lost', async () => {
    const before = await feed.fresh();
    await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test-market'`,
    );
    const id = await storeOne(first);
    await feed.fresh().catch(() => undefined);
    expect(await found(before)).toEqual([`added ${id}`]);
  });
});

it('answers again immediately after its connection was lost during a query', async () => {
  const before = await feed.fresh();
  for (let round = 0; round < 5; round += 1) {
    await first.query('begin; lock table sale_change in access exclusive mode');
    const question = expect(feed.fresh()).rejects.toThrow('terminating connection');
    for (let ended = 0; ended === 0; ) ended = await terminateQuestion(`wait_event_type = 'Lock'`);
    await question;
    await first.query('rollback');
    await feed.fresh();
  }
  const id = await storeOne(first);
  await feed.fresh();
  expect(feed.since(before)?.map(({ sale_id }) => sale_id)).toEqual([id]);
});

/** Terminates the feed's connections in this state. @returns the number of terminated connections */
async function terminateQuestion(condition: string): Promise<number> {
  const { rowCount } = await second.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where application_name = 'test-market' and ${condition}`,
  );
  return rowCount ?? 0;
}

describe('a reconnecting page', () => {
  const page = async (sequence: number) =>
    (await openFeed().catchUp(sequence)).changes?.map(({ sale_id }) => sale_id) ?? null;

  it('receives missed changes from a process that started later', async () => {
    const before = await feed.fresh();
    const [one, two] = [await storeOne(first), await storeOne(second)];
    expect(await page(before)).toEqual([one, two]);
    expect(await page((await openFeed().catchUp(before)).sequence)).toEqual([]);
  });

  it.each([-1, 0, 1, 9_000_000_000_000_000])(
    'gets no changes for the number %j, which no change has',
    async (no) => {
      await first.query('delete from sale_change where sequence = $1', [no]);
      expect(await page(no)).toBeNull();
      await feed.fresh();
      expect(feed.since(no)).toBeNull();
    },
  );

  it('gets no changes when the last one that it received was lost', async () => {
    const before = await feed.fresh();
    await storeOne(first);
    const lost = await feed.fresh();
    // As if a standby had taken over that did not have it.
    await first.query('delete from sale_change where sequence = $1', [lost]);
    expect(await page(lost)).toBeNull();
    expect(await feed.fresh()).toBe(before);
    expect(feed.since(lost)).toBeNull();
    const id = await storeOne(first);
    expect(await page(lost)).toBeNull();
    expect(await page(before)).toEqual([id]);
  });

  it('learns that there were more changes than are kept in memory', async () => {
    const before = await feed.fresh();
    for (let i = 0; i < 6; i += 1) await store(first, 'approved', 1_000);
    expect(await page(before)).toBeNull();
  });

  it('learns that the table does not reach back far enough', async () => {
    const before = await feed.fresh();
    await storeOne(first);
    await storeOne(first);
    await first.query('delete from sale_change where sequence < (select max(sequence) from sale_change)');
    const later = await feed.fresh();
    const id = await storeOne(first);
    expect(await page(before)).toBeNull();
    expect(await page(later)).toEqual([id]);
  });
});

it('reads few rows of a large table, by the index', async () => {
  await first.query(`
    begin; set local session_replication_role = replica;
    insert into sale_change (sequence, change) select n, 'edited' from generate_series(1, 50000) n; commit`);
  await first.query('vacuum analyze sale_change');
  const now = await feed.fresh();
  expect(now).toBeGreaterThan(50_000);
  await first.query(`prepare changes (bigint) as ${CHANGES}`);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await first.query(`set plan_cache_mode = ${mode}`);
    const { rows } = await first.query<{ 'QUERY PLAN': string }>(`explain execute changes(${now})`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('sale_change_sequence_index');
    expect(plan).not.toContain('Seq Scan');
  }
});
