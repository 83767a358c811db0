import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { createOrm } from '../../src/db/orm.ts';
import { JOBS } from '../../src/queue/definitions.ts';
import { TestClock } from '../../src/testing/run/clock.ts';
import { fixture } from '../../src/testing/run/fixture.ts';
import { testFolder } from '../../src/testing/run/folder.ts';
import { createTestLog } from '../../src/testing/run/log.ts';
import { createTestDatabase } from '../../src/testing/servers/database.ts';
import { removeMailFiles } from '../mailer.ts';
import { maintenanceHandlers } from './maintenance.ts';

const DAY_MS = 86_400_000;
const session = { idleMs: 7 * DAY_MS, maxMs: 30 * DAY_MS };
const dataDir = testFolder();
const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));

const database = fixture(createTestDatabase, 'drop');
const orm = fixture(() => createOrm({ url: database.ownerUrl, pool: 2 }), 'close');

beforeAll(() =>
  sql(`insert into account (user_id, username, username_skeleton, email, password_hash)
    overriding system value values (1, 'red', 'red', 'red@example.org', 'x')`),
);

beforeEach(() =>
  sql(
    'truncate session, pending_sign_in, password_reset, email_delivery, idempotency_key, outbox, log_entry',
  ),
);

const sql = <Row>(query: string, params: unknown[] = []) => orm.em.fork().execute<Row[]>(query, params);

const column = async (query: string) => (await sql<{ value: unknown }>(query)).map(({ value }) => value);

const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

async function purge(signal = new AbortController().signal): Promise<void> {
  const config = { session, dataDir };
  const handlers = maintenanceHandlers({ orm, config, clock, logger: createTestLog().logger });
  const handler = handlers.find(({ definition }) => definition === JOBS.purge);
  await handler?.run({}, { id: 'purge', attempt: 1, signal });
}

test.each([
  [400, '576,000 minutes ahead of'],
  [-400, '576,000 minutes behind'],
])(
  'removes nothing when the clock of the process or of the database is wrong by %s days',
  async (days, how) => {
    await sql(`insert into session (token_hash, user_id, last_seen, expires) values ('old', 1, ?, ?)`, [
      at(-30),
      at(-20),
    ]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    try {
      await expect(purge()).rejects.toThrow(
        `Nothing is removed, because the clock of this machine is ${how} that of the database`,
      );
    } finally {
      vi.useRealTimers();
    }
    expect(await column('select token_hash as value from session')).toEqual(['old']);
  },
);

test('removes expired rows only', async () => {
  const sessions: [name: string, lastSeen: Date, expires: Date][] = [
    ['alive', at(-6.9), at(0.1)],
    ['idle', at(-7.1), at(10)],
    ['over', at(-0.1), at(-0.1)],
  ];
  for (const row of sessions)
    await sql('insert into session (token_hash, user_id, last_seen, expires) values (?, 1, ?, ?)', row);
  for (const [key, days] of [
    ['fresh', -0.9],
    ['old', -1.1],
  ] as const)
    await sql(`insert into idempotency_key (user_id, key, input_hash, created_at) values (1, ?, 'h', ?)`, [
      key,
      at(days),
    ]);
  const outbox: [job: string, created: Date, relayed: Date | null][] = [
    ['waiting', at(-100), null],
    ['handed over', at(-100), at(-6.9)],
    ['forgotten', at(-100), at(-7.1)],
  ];
  for (const row of outbox)
    await sql(
      `insert into outbox (id, job, payload, created_at, relayed_at) values (gen_random_uuid(), ?, '{}', ?, ?)`,
      row,
    );

  for (const [name, expires] of [
    ['open', at(0.1)],
    ['over', at(-0.1)],
  ] as const) {
    await sql('insert into pending_sign_in (token_hash, user_id, expires) values (?, 1, ?)', [name, expires]);
    await sql(
      `insert into address_link (id, token_hash, user_id, purpose, email, created, expires)
       values (gen_random_uuid(), ?, 1, 'confirm', 'a@example.org', ?, ?)`,
      [name, at(-1), expires],
    );
  }
  for (const [name, days] of [
    ['counted for a day', -0.9],
    ['over', -1.1],
  ] as const)
    await sql(
      `insert into password_reset (id, token_hash, user_id, requested_at, expires) values (gen_random_uuid(), ?, 1, ?, ?)`,
      [name, at(days), at(days)],
    );
  for (const [name, days] of [
    ['in use', 1],
    ['forgotten', -1],
  ] as const)
    await sql(`insert into known_device (token_hash, kind_hash, user_id, expires) values (?, 'k', 1, ?)`, [
      name,
      at(days),
    ]);
  for (const [name, days] of [
    ['may run again', -39],
    ['long sent', -41],
  ] as const)
    await sql(`insert into email_delivery (job_id, message_id, created) values (?, 'm', ?)`, [
      name,
      at(days),
    ]);

  await purge();

  expect(await column('select token_hash as value from session')).toEqual(['alive']);
  expect(await column('select token_hash as value from pending_sign_in')).toEqual(['open']);
  expect(await column('select token_hash as value from password_reset')).toEqual(['counted for a day']);
  expect(await column('select token_hash as value from address_link')).toEqual(['open']);
  expect(await column('select token_hash as value from known_device')).toEqual(['in use']);
  expect(await column('select job_id as value from email_delivery')).toEqual(['may run again']);
  expect(await column('select key as value from idempotency_key')).toEqual(['fresh']);
  expect(await column('select job as value from outbox order by job')).toEqual(['handed over', 'waiting']);
});

test('removes what is left of counters, used challenges, and mails to deleted accounts, once it has expired', async () => {
  for (const [name, days] of [
    ['needed', 0.1],
    ['over', -0.1],
  ] as const) {
    await sql('insert into used_challenge (challenge_hash, expires) values (?, ?)', [name, at(days)]);
    await sql('insert into rate_limit (key, points, expire) values (?, 1, ?)', [name, at(days).getTime()]);
  }
  for (const [email, days] of [
    ['trying@example.org', -6.9],
    ['never-sent@example.org', -7.1],
  ] as const)
    await sql('insert into account_deleted_mail (id, email, created) values (gen_random_uuid(), ?, ?)', [
      email,
      at(days),
    ]);

  await purge();

  expect(await column('select challenge_hash as value from used_challenge')).toEqual(['needed']);
  expect(await column('select key as value from rate_limit')).toEqual(['needed']);
  expect(await column('select email as value from account_deleted_mail')).toEqual(['trying@example.org']);
});

test('keeps matches of follows for a limited time', async () => {
  await sql(`insert into follow (follow_id, user_id, kind, search, key, inbox, email, discord, feed, since, created)
    values (1, 1, 'item', '?name=Master+Ball', 'k', true, 'off', false, true, '2025-01-01', '2025-01-01')`);
  for (const [saleId, days] of [
    [1, 0.1 - LIMITS.follows.matchDays],
    [2, -0.1 - LIMITS.follows.matchDays],
  ] as const) {
    await sql(
      `insert into sale (sale_id, kind, name, price, date_sold) values (?, 'item', 'Master Ball', 1, '2025-01-02')`,
      [saleId],
    );
    await sql(
      `insert into follow_match (follow_id, sale_id, matched_at, email, discord) values (1, ?, ?, 'off', false)`,
      [saleId, at(days)],
    );
  }
  await purge();
  expect(await column('select sale_id as value from follow_match')).toEqual([1]);
});

test('removes several batches, and stops between batches on shutdown', async () => {
  await sql(`insert into session (token_hash, user_id, last_seen, expires) values ('alive', 1, ?, ?)`, [
    at(-1),
    at(1),
  ]);
  await sql(`insert into session (token_hash, user_id, last_seen, expires)
    select 'expired ' || n, 1, '2020-01-01', '2020-01-02' from generate_series(1, 2500) n`);

  await expect(purge(AbortSignal.abort(new Error('shutdown')))).rejects.toThrow('shutdown');
  expect(await column('select count(*) as value from session')).toEqual([2501]);

  await purge();
  expect(await column('select token_hash as value from session')).toEqual(['alive']);
});

test('keeps sale changes for a day, and the last one before', async () => {
  await sql('delete from sale_change');
  const change = async (saleId: number, days: number) => {
    await sql(`insert into sale_change (sale_id, change) values (?, 'added')`, [saleId]);
    await sql('update sale_change set at = ? where sale_id = ?', [at(days), saleId]);
  };
  for (const [saleId, days] of [
    [1, -3],
    [2, -1.1],
    [3, -0.9],
  ] as const)
    await change(saleId, days);
  const kept = () => column('select sale_id as value from sale_change order by change_id');

  await purge();
  expect(await kept()).toEqual([2, 3]);
  await sql('update sale_change set at = ?', [at(-30)]);
  await purge();
  expect(await kept()).toEqual([3]);
});

test('keeps log lines for the configured number of days', async () => {
  const addLines = (message: string, days: number) =>
    sql(
      `insert into log_entry (id, at, level, category, message, metadata)
       select gen_random_uuid(), ?, 'info', 'general', ?, '{}' from generate_series(1, 3000)`,
      [at(days), message],
    );
  for (const [message, days] of [
    ['new', -6.9],
    ['older', -7.1],
    ['old', -31],
    ['as old', -90],
  ] as const)
    await addLines(message, days);
  const kept = () => column('select distinct message as value from log_entry order by 1');

  await purge();
  expect(await kept()).toEqual(['new', 'older']);
  await sql(`insert into setting (key, value) values ('log_retention_days', '7')`);
  await purge();
  expect(await kept()).toEqual(['new']);
});

test('removes mails that were written to files, as long as the log is kept', async () => {
  const folder = path.join(dataDir, 'mail');
  await mkdir(folder);
  const written = (name: string, days: number) =>
    writeFile(path.join(folder, name), 'mail').then(() =>
      utimes(path.join(folder, name), at(days), at(days)),
    );
  await written('new.eml', 1 - LIMITS.logs.days);
  await written('old.eml', -1 - LIMITS.logs.days);
  await written('notes.txt', -1 - LIMITS.logs.days);
  await sql(`delete from setting where key = 'log_retention_days'`);
  await purge();
  expect(new Set(await readdir(folder))).toEqual(new Set(['new.eml', 'notes.txt']));
});

test('continues when a mail file is deleted by someone else meanwhile', async () => {
  const folder = path.join(dataDir, 'deleted', 'mail');
  await mkdir(folder, { recursive: true });
  // To `stat`, a dangling link is a file that is gone.
  await symlink('gone', path.join(folder, 'gone.eml'));
  await writeFile(path.join(folder, 'old.eml'), 'mail');
  const removed = await removeMailFiles({ dataDir: path.dirname(folder) }, new Date(Date.now() + DAY_MS));
  expect(removed).toBe(1);
});

test('keeps the newest entries of each inbox, for a limited time', async () => {
  await sql(`insert into account (user_id, username, username_skeleton, email, password_hash)
    overriding system value values (2, 'blue', 'blue', 'blue@example.org', 'x')`);
  const add = (userId: number, keys: number, created: Date) =>
    sql(
      `insert into inbox_entry (user_id, kind, key, data, created)
       select ?, 'submission_approved', ? || key, '{}', ? from generate_series(1, ?) key order by key`,
      [userId, `${created.getTime()} `, created, keys],
    );
  await add(1, 2, at(-1 - LIMITS.inbox.days));
  await add(1, 1, at(1 - LIMITS.inbox.days));
  await add(2, 3, at(-1));
  await add(2, LIMITS.inbox.entries, at(0));
  await purge();
  const left = await sql<{ user_id: number; from: string; total: number }>(
    'select user_id, min(key) as from, count(*)::int as total from inbox_entry group by 1 order by 1',
  );
  expect(left).toEqual([
    { user_id: 1, from: `${at(1 - LIMITS.inbox.days).getTime()} 1`, total: 1 },
    { user_id: 2, from: `${at(0).getTime()} 1`, total: LIMITS.inbox.entries },
  ]);
});
