import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestLog, type TestLog } from '../../testing/log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/database.ts';
import { ChangeFeed, type Since } from './change-feed.ts';

let database: TestDatabase;
let log: TestLog;
let feed: ChangeFeed;
let first: Client;
let second: Client;

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client;
}

const openFeed = () =>
  new ChangeFeed({
    databaseUrl: database.url,
    applicationName: 'test',
    watch: { logger: log.logger, slowQueryMs: 10_000 },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  log = createTestLog();
  first = await connected();
  second = await connected();
});
afterAll(async () => {
  await Promise.all([first.end(), second.end()]);
  await database.drop();
});

beforeEach(() => {
  feed = openFeed();
});
afterEach(() => feed.close());

const SALE = `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
  select 'item', name, item_id, 1000, '2026-05-01', $1, case $1 when 'pending' then null else now() end, 2
  from item, generate_series(1, $2::int) where name = 'Master Ball' returning sale_id`;

const store = async (by: Client, status = 'approved', count = 1): Promise<number[]> =>
  (await by.query<{ sale_id: number }>(SALE, [status, count])).rows.map(({ sale_id }) => sale_id);
const storeOne = async (by: Client, status?: string): Promise<number> => (await store(by, status))[0] ?? 0;

/** The changes that the feed has found since a snapshot, as `<change> <sale>`. */
async function found(since: string): Promise<string[] | null> {
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
    const { snapshot, version } = await feed.fresh();
    await update(id, set);
    expect(await found(snapshot)).toEqual(change ? [`${change} ${id}`] : []);
    expect((await feed.fresh()).version).toBe(version + (change ? 1 : 0));
  });

  it('include a sale that is stored as approved, restored, and removed from the database', async () => {
    const { snapshot } = await feed.fresh();
    const id = await storeOne(first);
    await update(id, 'deleted_at = now(), version = version + 1');
    await update(id, 'deleted_at = null, version = version + 1');
    await first.query('delete from sale where sale_id = $1', [id]);
    const steps = ['added', 'removed', 'added', 'removed'];
    expect(await found(snapshot)).toEqual(steps.map((step) => `${step} ${id}`));
  });

  it('include a sale whose submitter was deleted', async () => {
    const id = await storeOne(first);
    await first.query(
      `with a as (insert into account (username, username_skeleton, email, password_hash)
         values ('gone', 'gone', 'gone@example.org', 'x') returning user_id)
       update sale set submitted_by = a.user_id from a where sale_id = $1`,
      [id],
    );
    const { snapshot } = await feed.fresh();
    await first.query(`delete from account where username = 'gone'`);
    expect(await found(snapshot)).toEqual([`edited ${id}`]);
  });

  it('list each sale of a statement up to 1,000, and one `many` above that', async () => {
    const { snapshot } = await feed.fresh();
    const ids = await store(first, 'approved', 1_000);
    expect((await found(snapshot))?.toSorted()).toEqual(ids.map((id) => `added ${id}`).toSorted());
    await store(first, 'pending', 1_001);
    expect(await found(snapshot)).toHaveLength(1_000);
    await store(first, 'approved', 1_001);
    const { rows } = await first.query(
      `select change from sale_change where sale_id is null order by change_id desc limit 1`,
    );
    expect(rows).toEqual([{ change: 'many' }]);
    expect(await found(snapshot)).toBeNull();
    await first.query(`update sale set review_notes = 'x' where status = 'approved'`);
    expect((await feed.fresh()).version).toBe(3);
  });

  it('include names, pictures and settings, once per transaction', async () => {
    const { snapshot } = await feed.fresh();
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
    expect(await found(snapshot)).toEqual(Array.from({ length: 4 }, () => 'catalogue null'));
  });
});

describe('concurrent transactions', () => {
  it('do not hide a change that was made before others and committed after them', async () => {
    const { snapshot } = await feed.fresh();
    await first.query('begin');
    const slow = await storeOne(first);
    const quick = await storeOne(second);
    const { snapshot: between } = await feed.fresh();
    expect(feed.since(snapshot)).toMatchObject([{ sale_id: quick, change: 'added' }]);
    await first.query('commit');
    expect(await found(between)).toEqual([`added ${slow}`]);
    expect((await found(snapshot))?.toSorted()).toEqual([`added ${slow}`, `added ${quick}`].toSorted());
    // The same for a process that only knows the snapshot from the page.
    const other = openFeed();
    try {
      expect(await other.catchUp(between)).toMatchObject({ changes: [{ sale_id: slow }] });
    } finally {
      await other.close();
    }
  });

  it('leave no changes when they are rolled back', async () => {
    const { snapshot, version } = await feed.fresh();
    await first.query('begin');
    await storeOne(first);
    await first.query('rollback');
    expect(await found(snapshot)).toEqual([]);
    expect((await feed.fresh()).version).toBe(version);
  });

  it('yield each change exactly once', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, connected));
    const { snapshot: begin } = await feed.fresh();
    const stored: number[] = [];
    const received: number[] = [];
    let at = begin;
    let writing = true;
    const look = async () => {
      const { snapshot } = await feed.fresh();
      for (const { sale_id } of feed.since(at) ?? []) received.push(sale_id ?? 0);
      at = snapshot;
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
    const { version } = await feed.fresh();
    const under = feed.fresh();
    await storeOne(first);
    const [, after] = await Promise.all([under, feed.fresh()]);
    expect(after.version).toBe(version + 1);
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

  it('passes changes to listeners, in order and without gaps', async () => {
    const heard: Since[] = [];
    const { snapshot } = await feed.fresh();
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
    expect(feed.since(snapshot)).toHaveLength(4);
  });

  it('resumes after its connection was lost', async () => {
    const { snapshot } = await feed.fresh();
    await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test-market'`,
    );
    const id = await storeOne(first);
    await feed.fresh().catch(() => undefined);
    expect(await found(snapshot)).toEqual([`added ${id}`]);
  });
});

it('answers again immediately after its connection was lost during a query', async () => {
  const { snapshot } = await feed.fresh();
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
  expect(feed.since(snapshot)?.map(({ sale_id }) => sale_id)).toEqual([id]);
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
  const page = async (text: string) =>
    (await openAndCatchUp(text)).changes?.map(({ sale_id }) => sale_id) ?? null;

  async function openAndCatchUp(text: string): Promise<Since> {
    const other = openFeed();
    try {
      return await other.catchUp(text);
    } finally {
      await other.close();
    }
  }

  it('receives missed changes from a process that started later', async () => {
    const { snapshot } = await feed.fresh();
    const [one, two] = [await storeOne(first), await storeOne(second)];
    expect(await page(snapshot)).toEqual([one, two]);
    expect(await page((await openAndCatchUp(snapshot)).snapshot)).toEqual([]);
  });

  it.each([
    '',
    'x',
    '1:2',
    "'; select 1",
    '5:4:',
    '1:1:',
    '9000000000000000000:9000000000000000000:',
    '0:0:',
  ])('gets no changes for the invalid position %j', async (text) => {
    expect(await page(text)).toBeNull();
  });

  it('learns that there were more changes than are kept in memory', async () => {
    const { snapshot } = await feed.fresh();
    for (let i = 0; i < 6; i += 1) await store(first, 'approved', 1_000);
    expect(await page(snapshot)).toBeNull();
  });

  it('learns that the table does not reach back far enough', async () => {
    const { snapshot } = await feed.fresh();
    await storeOne(first);
    await storeOne(first);
    await first.query('delete from sale_change where change_id < (select max(change_id) from sale_change)');
    const { snapshot: later } = await feed.fresh();
    const id = await storeOne(first);
    expect(await page(snapshot)).toBeNull();
    // Other databases of the server may hold back xmin; this database has no open transaction before xmax.
    const end = later.split(':')[1];
    expect(await page(`${end}:${end}:`)).toEqual([id]);
  });
});

it('reads few rows of a large table, by the index', async () => {
  await first.query(
    `insert into sale_change (xid, change) select '3', 'edited' from generate_series(1, 50000)`,
  );
  await first.query('analyze sale_change');
  const { snapshot } = await feed.fresh();
  const { rows } = await first.query<{ 'QUERY PLAN': string }>(
    `explain select * from sale_change where xid >= pg_snapshot_xmin($1::text::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::text::pg_snapshot)`.replaceAll(
      '$1',
      `'${snapshot}'`,
    ),
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('sale_change_xid_index');
});
