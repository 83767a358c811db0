import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { WriteStream } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createRuntime, disconnect } from '../../runtime/runtime.ts';
import { systemServices } from '../../runtime/services.ts';
import { FaultProxy } from '../../testing/faults/proxy.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { testFolder } from '../../testing/run/folder.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { testConfig } from '../../testing/run/server.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { administer, urlOf, withClient } from '../../testing/servers/postgres.ts';
import { createOrm } from '../orm.ts';
import { backUp } from './backup.ts';
import { LEFT_OUT, type Manifest } from './manifest.ts';
import { contentsOf, restore, verifyBackup } from './restore.ts';
import { sequencesOf, tablesOf } from './schema.ts';

const folder = testFolder();
const source = fixture(createTestDatabase, 'drop');
let tables: string[];
let manifest: Manifest;
/** State of the source at the time of the backup. */
let backedUp: Record<string, unknown>;
const made: string[] = [];
const file = (name: string) => path.join(folder, name);
const WHOLE = 'whole.tar.gz';

/** A database without tables, dropped after the tests. */
async function emptyDatabase(): Promise<string> {
  const { url: server } = inject('postgres');
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  made.push(name);
  return urlOf(server, name);
}

const query = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);

/** One hash per table over all its rows, and the next value of each sequence. */
const contents = (url: string, without: readonly string[] = []): Promise<Record<string, unknown>> =>
  withClient(url, async (client) => {
    const found: Record<string, unknown> = {};
    const compared = tables.filter((table) => !without.includes(table));
    for (const table of [...compared, 'migration']) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text)) as hash from "${table}" t`,
      );
      [found[table]] = rows;
    }
    // Except that of `migration`: an abandoned restore leaves a gap there, as in any sequence.
    found.sequences = await sequencesOf(client, compared);
    return found;
  });

beforeAll(async () => {
  const config = testConfig(source.url, folder);
  const { logger } = createTestLog();
  const runtime = await createRuntime({ config, database: { url: source.url }, logger });
  await systemServices(runtime, 'test').demo.fill({ sales: 600 });
  tables = tablesOf(runtime.orm);
  await disconnect(runtime);
  await query(
    source.ownerUrl,
    `insert into account (username, username_skeleton, email, password_hash)
       values (E'tab\\tline\\nback\\\\slash', 'x', 'NULL', E'\\\\N');
     insert into session (token_hash, user_id, expires) select 'hash', min(user_id), now() from account;
     insert into log_entry (id, at, level, category, message, metadata)
       select gen_random_uuid(), now(), 'info', 'general', repeat(md5(n::text), 200), '{"a": [1, null, "é🐉"]}'
       from generate_series(1, 3000) n;
     select nextval('sale_sale_id_seq');`,
  );
  manifest = await backUp({ url: source.url, tables, file: file(WHOLE) });
  backedUp = await contents(source.ownerUrl, LEFT_OUT);
});

afterAll(async () => {
  const { url: server } = inject('postgres');
  for (const name of made) await administer(server, `drop database if exists ${name} with (force)`);
});

const restoreFrom = async (url: string, name = WHOLE) =>
  restore({ url, file: file(name), manifest: await verifyBackup(file(name)) });

it('restores every table, row by row, into an empty database', async () => {
  const url = await emptyDatabase();
  await restoreFrom(url);
  expect(await contents(url, LEFT_OUT)).toEqual(backedUp);
  for (const table of LEFT_OUT.filter((left) => left !== 'sale_change'))
    expect(await query(url, `select * from ${table}`)).toEqual([]);
  // Connected clients must reload everything.
  expect(await query(url, 'select change from sale_change')).toEqual([{ change: 'many' }]);
  // One value was allocated and not used.
  expect(await query(url, `select nextval('sale_sale_id_seq')::int as id`)).toEqual([{ id: 602 }]);
  const orm = await createOrm({ url, pool: 2 });
  expect(await orm.migrator.checkSchema()).toBe(false);
  await orm.close();
  expect(await contentsOf(url)).toEqual({ accounts: 16, sales: 600 });
  // The append-only triggers and the state machine still reject invalid changes.
  await expect(query(url, 'delete from sale_event')).rejects.toThrow('never changed');
  await expect(query(url, 'update sale set version = version + 2')).rejects.toThrow('version');
});

it('replaces all previous data', async () => {
  const other = await createTestDatabase();
  try {
    await query(
      other.ownerUrl,
      `insert into account (username, username_skeleton, email, password_hash)
         values ('stranger', 'stranger', 'a@b.example', 'x');
       insert into session (token_hash, user_id, expires) select 'live', user_id, now() from account;
       insert into audit_event (action) values ('kept for ever');`,
    );
    const latest = async () =>
      (
        await query<{ latest: number }>(
          other.ownerUrl,
          'select max(sequence)::float8 as latest from sale_change',
        )
      )[0]?.latest ?? 0;
    const before = await latest();
    await restoreFrom(other.ownerUrl);
    expect(await contents(other.ownerUrl, LEFT_OUT)).toEqual(backedUp);
    // No number is used again, so that readers from before know that they have to reload.
    expect(await latest()).toBeGreaterThan(before);
    expect(await query(other.ownerUrl, 'select * from session')).toEqual([]);
  } finally {
    await other.drop();
  }
});

it('is a consistent snapshot despite concurrent writes', async () => {
  const started = Promise.withResolvers<void>();
  const busy = started.promise.then(() =>
    query(
      source.ownerUrl,
      `insert into account (username, username_skeleton, email, password_hash)
         values ('late', 'late', 'late@b.example', 'x');
       insert into audit_event (action, actor_id) select 'late', user_id from account where username = 'late'`,
    ),
  );
  let inserted = false;
  const onProgress = () => started.resolve();
  const writing = backUp({ url: source.url, tables, file: file('late.tar.gz'), onProgress });
  await busy.then(() => {
    inserted = true;
  });
  const late = await writing;
  expect(inserted).toBe(true);
  const rows = (of: Manifest, name: string) => of.tables.find((table) => table.name === name)?.rows;
  const before = rows(manifest, 'account') ?? 0;
  // Both rows or neither, depending on the time of the snapshot.
  const gained = (rows(late, 'account') ?? 0) - before;
  expect((rows(late, 'audit_event') ?? 0) - (rows(manifest, 'audit_event') ?? 0)).toBe(gained);
  await restoreFrom(await emptyDatabase(), 'late.tar.gz');
  await query(
    source.ownerUrl,
    `alter table audit_event disable trigger all; delete from audit_event where action = 'late';
    alter table audit_event enable trigger all; delete from account where username = 'late';`,
  );
});

it('is readable only by its owner, has parts of bounded size, and never overwrites a file', async () => {
  expect((await stat(file(WHOLE))).mode & 0o777).toBe(0o600);
  const logs = manifest.tables.find(({ name }) => name === 'log_entry');
  // More than one part, so that splitting and joining are tested.
  expect(logs?.bytes).toBeGreaterThan(16 * 1024 * 1024);
  await expect(backUp({ url: source.url, tables, file: file(WHOLE) })).rejects.toMatchObject({
    kind: 'conflict',
  });
  const nothing = backUp({ url: await emptyDatabase(), tables, file: file('nothing.tar.gz') });
  await expect(nothing).rejects.toMatchObject({ code: 'NOTHING_THERE' });
  expect((await readdir(folder)).filter((name) => name.includes('nothing'))).toEqual([]);
});

it('leaves a name to the first of two backups that use it at the same time', async () => {
  const both = [1, 2].map(() => backUp({ url: source.url, tables, file: file('both.tar.gz') }));
  const outcomes = await Promise.allSettled(both);
  const [refused] = outcomes.filter(({ status }) => status === 'rejected');
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(refused).toMatchObject({ reason: { code: 'FILE_EXISTS' } });
  expect((await readdir(folder)).filter((name) => name.includes('both'))).toEqual(['both.tar.gz']);
});

it.each([0, 100_000])(
  'says why a file cannot be written after %i bytes, and leaves nothing of it',
  async (room) => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    let left = room;
    const disk = vi.spyOn(WriteStream.prototype, '_write').mockImplementation((chunk, _encoding, done) => {
      left -= chunk.length;
      done(left < 0 ? full : null);
    });
    const several = vi
      .spyOn(WriteStream.prototype, '_writev')
      .mockImplementation((_chunks, done) => done(full));
    try {
      await expect(backUp({ url: source.url, tables, file: file('full.tar.gz') })).rejects.toBe(full);
    } finally {
      disk.mockRestore();
      several.mockRestore();
    }
    expect((await readdir(folder)).filter((name) => name.includes('full'))).toEqual([]);
  },
);

it('is given up when the database stops sending rows, and leaves nothing', async () => {
  const proxy = await FaultProxy.start(source.url);
  try {
    proxy.tap((_connection, _direction, chunk) => {
      if (chunk.includes('copy "')) proxy.blackHole();
    });
    const stalled = backUp({ url: proxy.url, tables, file: file('stalled.tar.gz'), stallMs: 50 });
    await expect(stalled).rejects.toMatchObject({ code: 'DATABASE_STALLED' });
    expect((await readdir(folder)).filter((name) => name.includes('stalled'))).toEqual([]);
  } finally {
    await proxy.stop();
  }
});

it('removes what killed backups have left, except what another machine may be writing', async () => {
  const dead = spawnSync('true').pid;
  const [old, fresh, other] = ['old.tar.gz', 'fresh.tar.gz', 'other.txt'].map(
    (of) => `${of}.${dead}.0f-0f.draft`,
  );
  for (const name of [old, fresh, other]) await writeFile(file(`${name}`), '');
  const long = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of [old, other]) await utimes(file(`${name}`), long, long);
  await backUp({ url: source.url, tables, file: file('next.tar.gz') });
  const left = (await readdir(folder)).filter((name) => name.endsWith('.draft'));
  expect(left.toSorted()).toEqual([fresh, other]);
});

describe('changes nothing', () => {
  let whole: Buffer;
  const target = fixture(createTestDatabase, 'drop');
  let before: Record<string, unknown>;

  beforeAll(async () => {
    whole = await readFile(file(WHOLE));
    await query(
      target.ownerUrl,
      `insert into account (username, username_skeleton, email, password_hash) values ('me', 'me', 'a@b.example', 'x')`,
    );
    before = await contents(target.ownerUrl);
  });

  const flipped = () => {
    const tar = gunzipSync(whole);
    // A letter of a name within the rows, so that the archive itself stays valid.
    const at = tar.indexOf('demo_jasmine');
    tar.write('demo_jaZmine', at);
    return gzipSync(tar, { level: 1 });
  };
  const edited = (from: string, to: string) => () => {
    const tar = gunzipSync(whole);
    const at = tar.lastIndexOf(from);
    expect(at).toBeGreaterThan(0);
    tar.write(to.padEnd(from.length), at);
    return gzipSync(tar, { level: 1 });
  };

  it.each([
    ['a changed letter', flipped, 'the rows of account do not match'],
    ['a file that was cut off', () => whole.subarray(0, whole.length - 1_000), 'cut off'],
    ['half a file', () => whole.subarray(0, whole.length / 2), 'cut off'],
    ['another file', () => Buffer.from('name,price\n'), 'cut off'],
    ['an archive without a manifest', () => gzipSync(gunzipSync(whole).subarray(0, 512 * 2)), ''],
    ['a newer format', edited('"format": 1', '"format": 9'), 'newer version'],
    [
      'a newer version',
      edited('Migration20261121000001_tables', 'Migration20991121000001_tables'),
      'created by a newer version',
    ],
    ['an unknown column', edited('"username"', '"usernamo"'), 'the database rejects it (column "usernamo"'],
  ])('with %s', async (_, content, message) => {
    await writeFile(file('bad.tar.gz'), content());
    const refused = restoreFrom(target.ownerUrl, 'bad.tar.gz');
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(refused).rejects.toThrow(message);
    expect(await contents(target.ownerUrl)).toEqual(before);
  });

  it('when the file changed after verification, or has a table that its manifest lacks', async () => {
    await writeFile(file('bad.tar.gz'), flipped());
    await expect(restore({ url: target.ownerUrl, file: file('bad.tar.gz'), manifest })).rejects.toThrow(
      'the rows of account',
    );
    expect(await contents(target.ownerUrl)).toEqual(before);

    const shorter = { ...manifest, tables: manifest.tables.filter(({ name }) => name !== 'account') };
    await expect(restore({ url: target.ownerUrl, file: file(WHOLE), manifest: shorter })).rejects.toThrow(
      'it changed while it was being read',
    );
    expect(await contents(target.ownerUrl)).toEqual(before);
  });
});

it('migrates a backup of an older version', async () => {
  const old = await emptyDatabase();
  const orm = await createOrm({ url: old, pool: 1 });
  await orm.migrator.up({ to: 'Migration20261121000004_limits' });
  await orm.close();
  await query(
    old,
    `insert into account (username, username_skeleton, email, password_hash) values ('old', 'old', 'o@b.example', 'x');
     insert into sale (kind, name, price, date_sold, proof_url, submitted_by)
       select 'item', 'Master Ball', 5, '2026-01-01', 'https://forum.example/thread/7?page=2', user_id from account;`,
  );
  await backUp({ url: old, tables, file: file('old.tar.gz') });
  const url = await emptyDatabase();
  await restoreFrom(url, 'old.tar.gz');
  expect(await query(url, 'select name, proof_thread is not null as filled from sale')).toEqual([
    { name: 'Master Ball', filled: true },
  ]);
  const restored = await createOrm({ url, pool: 2 });
  expect(await restored.migrator.getPending()).toEqual([]);
  expect(await restored.migrator.checkSchema()).toBe(false);
  await restored.close();
});
