import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { administer, urlOf } from '../../testing/servers/postgres.ts';
import { createOrm, type OrmOptions } from '../orm.ts';
import { migrate, pendingMigrations, withMigrationLock } from './migrate.ts';
import { KNOWN_MIGRATIONS } from './migrations.ts';
import { QUEUE_MIGRATION } from './queue-tables.ts';

const { url: server } = inject('postgres');
const name = `migrate_${randomUUID().replaceAll('-', '')}`;
const url = urlOf(server, name);
const opened: MikroORM[] = [];

async function open(address = url, options: Partial<OrmOptions> = {}): Promise<MikroORM> {
  const orm = await createOrm({ url: address, pool: 2, ...options });
  opened.push(orm);
  return orm;
}

beforeEach(() => administer(server, `create database ${name}`));
afterEach(async () => {
  for (const orm of opened.splice(0)) await orm.close(true);
  await administer(server, `drop database if exists ${name} with (force)`);
});

it('runs every migration once when processes migrate an empty database at the same time', async () => {
  const orms = await Promise.all([open(), open(), open()]);
  const done = await Promise.all(orms.map((orm) => migrate(orm, { which: 'empty' })));
  const all = [...KNOWN_MIGRATIONS, QUEUE_MIGRATION];
  expect(done.toSorted((a, b) => b.length - a.length)).toEqual([all, [], []]);
  expect(await Promise.all(orms.map((orm) => migrate(orm)))).toEqual([[], [], []]);
});

it('lists pending migrations without changing the database', async () => {
  const orm = await open();
  expect(await pendingMigrations(orm)).toEqual([...KNOWN_MIGRATIONS, QUEUE_MIGRATION]);
  expect(await orm.em.fork().execute('select from pg_tables where schemaname = current_schema()')).toEqual(
    [],
  );
});

it('has a snapshot of the tables that agrees with the entities, so that the next migration has only its changes', async () => {
  const orm = await open(url, { writesMigrations: true });
  expect(await orm.migrator.checkSchema()).toBe(false);
});

it('leaves a database with tables unchanged unless allowed to change any', async () => {
  const database = await createTestDatabase();
  try {
    const orm = await open(database.ownerUrl);
    const [last] = KNOWN_MIGRATIONS.slice(-1);
    await orm.em.fork().execute('delete from migration where name = ?', [last]);
    await expect(migrate(orm, { which: 'empty' })).rejects.toMatchObject({
      code: 'NOT_MIGRATED',
      message: 'The database lacks 1 migration. Run: npm run cli -- db migrate',
    });
    expect(await pendingMigrations(orm)).toEqual([last]);
  } finally {
    await database.drop();
  }
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('create table of_another_program (id int)');
  await other.end();
  await expect(migrate(await open(), { which: 'empty' })).rejects.toMatchObject({ code: 'NOT_MIGRATED' });
});

it('resumes an interrupted first start that left an empty migrations table', async () => {
  const orm = await open();
  await orm.migrator.getPending();
  expect(await migrate(orm, { which: 'empty' })).toEqual([...KNOWN_MIGRATIONS, QUEUE_MIGRATION]);
});

it('lets only one process at a time change the tables', async () => {
  const steps: string[] = [];
  const first = withMigrationLock(url, async () => {
    steps.push('first');
    const waits = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;
    const orm = await open();
    await expect.poll(() => orm.em.fork().execute(waits)).toHaveLength(1);
    steps.push('first ends');
  });
  await expect.poll(() => steps).toEqual(['first']);
  await withMigrationLock(url, async () => steps.push('second'));
  await first;
  expect(steps).toEqual(['first', 'first ends', 'second']);
});

it('does not create a database that DATABASE_URL names by mistake', async () => {
  const orm = await open(urlOf(server, `${name}_missing`));
  await expect(migrate(orm)).rejects.toMatchObject({ code: '3D000' });
  await expect(orm.migrator.up()).rejects.toMatchObject({ code: '3D000' });
  const here = await open();
  expect(
    await here.em.fork().execute('select from pg_database where datname = ?', [`${name}_missing`]),
  ).toEqual([]);
});

it('requires a second factor of the staff of new installations only', async () => {
  const orm = await open();
  const required = () =>
    orm.em.fork().execute(`select value from setting where key = 'require_staff_two_factor'`);
  await migrate(orm);
  expect(await required()).toEqual([{ value: 'true' }]);

  // An installation of the version before, with an account.
  await orm.em.fork().execute(`delete from setting`);
  await orm.em.fork().execute(`alter table account drop column staff_since`);
  await orm.em.fork().execute(`delete from migration where name like '%_staff_factor'`);
  await orm.em.fork().execute(
    `insert into account (username, username_skeleton, email, password_hash, role)
     values ('oak', 'oak', 'oak@example.org', 'x', 'admin')`,
  );
  await migrate(orm);
  expect(await required()).toEqual([]);
  expect(await orm.em.fork().execute('select staff_since = created as since from account')).toEqual([
    { since: true },
  ]);
});

describe('the market sequence', () => {
  const BEFORE = 'Migration20261122000250_sale_reports';
  let orm: MikroORM;
  beforeEach(async () => {
    orm = await open();
    await migrate(orm);
    await orm.migrator.down({ to: BEFORE });
    await sql('truncate sale_change');
  });
  const sql = <Row>(query: string) => orm.em.fork().execute<Row[]>(query);
  const change = (saleId: number) => `insert into sale_change (sale_id, change) values (${saleId}, 'added')`;
  const position = async () =>
    (
      await sql<{ sequence: string; change_id: string; scan_from: string; scan_to: string }>(
        `select sequence, change_id, scan_from at time zone 'utc' as scan_from,
          scan_to at time zone 'utc' as scan_to from follow_position`,
      )
    )[0];
  const numbered = () =>
    sql<{ sequence: string; sale_id: number }>('select sequence, sale_id from sale_change order by sequence');

  it('has the changes that follows have not read yet after their position', async () => {
    const slow = new Client({ connectionString: url });
    await slow.connect();
    await slow.query(`begin; ${change(1)}`);
    await sql(change(2));
    await sql('update follow_position set snapshot = pg_current_snapshot(), taken_at = now()');
    await slow.query(`${change(3)}; commit`);
    await slow.end();
    await sql(change(4));
    await migrate(orm);
    expect((await numbered()).map(({ sale_id }) => sale_id)).toEqual([2, 1, 3, 4]);
    const [read] = await sql<{ sequence: string; change_id: string }>(
      'select sequence, change_id from sale_change where sale_id = 2',
    );
    expect(await position()).toEqual({ ...read, scan_from: null, scan_to: null });
    // The changes of one transaction have one number, and new ones the highest.
    await sql(change(5));
    const numbers = (await numbered()).map(({ sequence }) => Number(sequence));
    expect(numbers.slice(0, 4)).toEqual([1, 2, 2, 3]);
    expect(numbers[4]).toBeGreaterThan(3);
  });

  it.each([
    ['old', "snapshot = pg_current_snapshot(), taken_at = now() - interval '13 hours'"],
    ['of another database', `snapshot = '9000000000000000000:9000000000000000000:', taken_at = now()`],
    ['older than all changes', `snapshot = '3:3:', taken_at = now()`],
  ])('makes follows read the approved sales when their position is %s', async (_what, set) => {
    await sql(change(1));
    await sql(`update follow_position set ${set}`);
    await migrate(orm);
    expect(await position()).toMatchObject({ sequence: 0, change_id: 0 });
  });

  it('continues a scan of follows', async () => {
    await sql(change(1));
    await sql(`update follow_position set snapshot = pg_current_snapshot(), target = pg_current_snapshot(),
      taken_at = now(), scan_from = '2026-03-01T10:00:00Z', target_at = '2026-03-01T12:00:00Z', scan_sale = 7`);
    await migrate(orm);
    expect(await position()).toMatchObject({
      sequence: 1,
      scan_from: expect.stringContaining('10:00:00'),
      scan_to: expect.stringContaining('12:00:00'),
    });
  });
});

it('turns rejections that were not seen into unread entries of the inbox', async () => {
  const orm = await open();
  await migrate(orm);
  const sql = <Row>(query: string) => orm.em.fork().execute<Row[]>(query);
  // An installation of the version before.
  await sql(`alter table account add column rejections_seen timestamptz(3) not null default '2026-03-10'`);
  await sql(
    `delete from migration where name like '%_unseen_rejections' or name like '%_rejections_in_inbox'`,
  );
  await sql(`insert into account (user_id, username, username_skeleton, email, password_hash)
    overriding system value values (1, 'red', 'red', 'red@example.org', 'x')`);
  await sql(`
    insert into sale (kind, name, price, date_sold, status, submitted_by, date_submitted, decided_at, review_notes)
    select 'item', name, 500, '2026-03-01', status, 1, '2026-03-02', decided_at, 'no proof'
    from (values ('Seen', 'rejected', timestamptz '2026-03-09'), ('Unseen', 'rejected', '2026-03-11 12:00:00.5Z'),
      ('Approved', 'approved', '2026-03-11')) as sale(name, status, decided_at)`);
  await migrate(orm);
  expect(await sql('select user_id, kind, key, data, read_at from inbox_entry')).toEqual([
    {
      user_id: 1,
      kind: 'submission_rejected',
      key: expect.stringMatching(/^\d+ 2026-03-11T12:00:00\.500Z$/),
      data: { name: 'Unseen', reason: 'no proof' },
      read_at: null,
    },
  ]);
});
