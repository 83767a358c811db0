import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemSubmission, PASSWORD } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { type PostgresServer, startPostgresServer } from '../../testing/faults/postgres-server.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../../testing/faults/small-disk.ts';
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts';

const noDisk = await whyNoSmallDisk();
/** A new cluster with the product's tables takes about a third of it. */
const DISK_BYTES = 400 * 1024 * 1024;
const SETTINGS = ['fsync=off', 'max_wal_size=48MB', 'min_wal_size=48MB', 'autovacuum=off'];
/** Submissions that use up the free space in existing pages. */
const MOST_SUBMISSIONS = 200;

let directory: string;
let disk: SmallDisk | undefined;
let database: PostgresServer;
let web: ServerProcess;
let token: string;

beforeAll(async () => {
  if (noDisk === null) disk = await mountSmallDisk(DISK_BYTES);
  directory = disk?.directory ?? (await mkdtemp(path.join(tmpdir(), 'marketdex-readiness-')));
  database = await startPostgresServer(directory, SETTINGS);
  web = await startServerProcess(database.url);
  const body = { username: 'ash', email: 'ash@example.org', password: PASSWORD };
  await call(web, 'POST', '/auth/register', { body });
  token = (await call(web, 'POST', '/auth/login', { body: { username: 'ash', password: PASSWORD } })).body
    .token;
}, 180_000);

afterAll(async () => {
  await web?.stop();
  await database?.stop();
  await disk?.remove();
  await rm(directory, { recursive: true, force: true });
});

async function sql(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function ready(): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${web.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

let newcomers = 0;
function write() {
  newcomers += 1;
  const username = `newcomer_${newcomers}`;
  return call(web, 'POST', '/auth/register', {
    body: { username, email: `${username}@example.org`, password: PASSWORD },
  });
}

const becomesReady = () => expect.poll(async () => (await ready()).status).toBe(200);

const SUBMISSION = itemSubmission({ proof_url: `https://example.org/${'x'.repeat(2_000)}` });
const submit = () => call(web, 'POST', '/items/submit', { token, body: SUBMISSION });

/** The calls that a database that cannot write still serves. */
async function expectReads(): Promise<void> {
  for (const path of ['/items', '/pokemon?limit=1', '/abilities', '/items/price-history/x'])
    expect(await call(web, 'GET', path)).toMatchObject({ status: 200 });
  expect(await call(web, 'GET', '/auth/profile', { token })).toMatchObject({ status: 200 });
}

/** Waits until `/readyz` reports this reason. */
const expectUnready = (database: string, message: string) =>
  expect
    .poll(ready)
    .toMatchObject({ status: 503, body: { status: 'not ready', message, checks: { database } } });

const refused = (error: string) => ({
  status: 503,
  body: { error, code: 'SERVICE_UNAVAILABLE', request_id: expect.any(String) },
});

it('a read-only database: 503 with the same sentence as writes, reads still work', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
  // So that using the session would write to the database.
  await sql(`update session set last_seen = now() - interval '1 hour'`);
  await sql('alter system set default_transaction_read_only = on');
  await sql('select pg_reload_conf()');
  try {
    const sentence = 'The database is read-only right now, so nothing can be saved.';
    await expectUnready('read-only', sentence);
    expect(await write()).toMatchObject(refused(sentence));
    await expectReads();
  } finally {
    await sql('alter system reset default_transaction_read_only');
    await sql('select pg_reload_conf()');
  }
  await becomesReady();
  expect(await write()).toMatchObject({ status: 200 });
});

it.skipIf(noDisk !== null)(
  `a database with a full disk: the same${noDisk === null ? '' : ` (skipped: ${noDisk})`}`,
  async () => {
    await sql(`update session set last_seen = now() - interval '1 hour'`);
    await disk?.fill();
    try {
      const sentence = 'The disk of the database is full, so nothing can be saved right now.';
      await expectUnready('full', sentence);
      await expectReads();
      // Existing pages may have free space.
      const answers = [];
      for (let i = 0; i < MOST_SUBMISSIONS && answers.at(-1)?.status !== 503; i += 1)
        answers.push(await submit());
      expect(answers.pop()).toMatchObject(refused(sentence));
      for (const { status } of answers) expect(status).toBe(200);
    } finally {
      await disk?.free();
    }
    await becomesReady();
    expect(await write()).toMatchObject({ status: 200 });
  },
);

it('an unavailable database: 503 with the same sentence as writes, and recovery', async () => {
  await database.stop();
  await expect.poll(async () => (await ready()).status).toBe(503);
  const { body } = await ready();
  expect(body.checks).toMatchObject({ database: 'unreachable' });
  const answer = await write();
  expect(answer).toMatchObject({ status: 503, body: { error: body.message } });
  await database.start();
  await becomesReady();
  expect(await write()).toMatchObject({ status: 200 });
});
