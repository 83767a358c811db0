import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { withQueue } from '../../src/queue/backend.ts';
import { JOBS } from '../../src/queue/definitions.ts';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { enrol } from '../../src/testing/accounts/totp.ts';
import { callerFor } from '../../src/testing/clients/callers.ts';
import { cliCommand } from '../../src/testing/clients/cli-command.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../../src/testing/faults/small-disk.ts';
import { runCli } from '../../src/testing/processes/cli-process.ts';
import { fixture } from '../../src/testing/run/fixture.ts';
import { testFolder } from '../../src/testing/run/folder.ts';
import { testServer } from '../../src/testing/run/server.ts';
import { startMailServer } from '../../src/testing/servers/mail-server.ts';
import { startRedis } from '../../src/testing/servers/redis-server.ts';
import { runProgram } from '../program.ts';
import type { CheckResult } from './check.ts';
import { nodeHealth } from './machine-checks.ts';

const noDisk = await whyNoSmallDisk();
const runCommand = cliCommand(runProgram);

const server = testServer();
const folder = testFolder();
const redis = fixture(startRedis, 'stop');
const mail = fixture(startMailServer, 'stop');

async function examine(settings: Record<string, string> = {}, run = runCommand) {
  const given = {
    DATABASE_URL: server.database.url,
    DATA_DIR: folder,
    APP_SECRET: server.runtime.config.secret,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    PUBLIC_URL: 'http://localhost:3000',
  };
  const { code, stdout } = await run(['doctor', '--json'], { settings: { ...given, ...settings } });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: CheckResult[] };
  const of = (wanted: CheckResult['status']) => checks.filter(({ status }) => status === wanted);
  return { code, ok, all: checks.map(({ check }) => check), wrong: of('error'), warned: of('warning') };
}

const withoutStaff = () => server.sql(`update account set role = 'user'`);

/** Leaves one account of staff: an admin with a second factor. */
async function onlyAdmin(): Promise<void> {
  await withoutStaff();
  const { token } = await makeAccount(server, 'admin');
  await enrol(server, token);
}

it('passes when everything is set up correctly', async () => {
  await withoutStaff();
  expect((await examine()).warned).toContainEqual({
    check: 'staff',
    status: 'warning',
    message: 'There is no active admin. To create one, run: npm run cli -- users create --role admin',
  });
  await onlyAdmin();
  const { settings } = server.services();
  for (const key of ['legal_name', 'legal_address']) await settings.set(key, 'Oak');
  await settings.set('legal_email', 'oak@lab.example');
  const { code, ok, all, wrong, warned } = await examine({}, runCli);
  expect([...wrong, ...warned]).toEqual([]);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(all).toEqual([
    ...['node', 'settings', 'data folder', 'secret', 'address', 'open files', 'redis', 'mail'],
    ...[
      'database',
      'tables',
      'database user',
      'catalogue',
      'second factors',
      'webhooks',
      'secret settings',
      'staff',
      'clock',
      'proxies',
      'emails',
      'jobs',
      'legal notice',
      'discord',
    ],
  ]);
});

it('warns like the admin panel, without failing', async () => {
  await onlyAdmin();
  await server.services().settings.set('legal_email', '');
  const { code, ok, warned } = await examine({ SMTP_URL: '', PUBLIC_URL: '' });
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  const { data } = await callerFor(server, (await makeAccount(server, 'admin')).token).admin.health({});
  const shown = data.filter(({ status }) => status === 'warning').map(({ message }) => message);
  expect(shown).toHaveLength(3);
  // The server of the tests has another port than the one that the command would use.
  expect(warned.map(({ message }) => message.replace(':3000', ':0')).toSorted()).toEqual(shown.toSorted());
});

it.each([
  [2_000, 'warning', /differ by \d\.\d s, so decisions can be undone for a shorter or a longer time/],
  [20_000, 'warning', /differ by \d\d\.\d s, so decisions can be undone for a shorter or a longer time/],
  [60_000, 'error', /differ by \d+ s, so two-factor codes may be refused/],
])('a clock that is %i ms ahead of that of the database gives a %s', async (ms, status, message) => {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  const { wrong, warned } = await examine();
  expect([...wrong, ...warned]).toContainEqual({
    check: 'clock',
    status,
    message: expect.stringMatching(message),
  });
});

it('warns about migrations of a newer version, like `db status`, and continues', async () => {
  const future = 'Migration29990101000000_future';
  await server.sql('insert into migration (name) values (?)', [future]);
  try {
    const { code, warned, all } = await examine();
    const message = `This database has migrations that this version does not know: ${future}; it was migrated by a newer version.`;
    expect(code).toBe(0);
    expect(all).toContain('clock');
    expect(warned.filter(({ check }) => check === 'tables')).toEqual([
      { check: 'tables', status: 'warning', message },
    ]);
    const settings = { DATABASE_URL: server.database.url, DATA_DIR: folder };
    expect((await runCommand(['db', 'status'], { settings })).stdout).toContain(
      `No migrations are pending.\n${message}\n`,
    );
  } finally {
    await server.sql('delete from migration where name = ?', [future]);
  }
});

it('warns about a standby that does not respond, with its address but not its password', async () => {
  const { code, warned } = await examine({
    DATABASE_REPLICA_URLS: 'postgres://someone:hidden@127.0.0.1:1/db',
  });
  expect(code).toBe(0);
  expect(warned.filter(({ check }) => check === 'standby')).toEqual([
    {
      check: 'standby',
      status: 'warning',
      message:
        '127.0.0.1:1 does not respond. Check that it is running, and its address in DATABASE_REPLICA_URLS. Meanwhile, the other servers answer.',
    },
  ]);
});

it('reports every problem with its fix and exits with 1', async () => {
  const { user } = await makeAccount(server);
  await server.sql(`insert into two_factor (user_id, secret, key_id) values (?, 'x', 'unknown')`, [
    user.user_id,
  ]);
  await server.sql(
    `insert into notice_channel (user_id, channel, sealed, key_id) values (?, 'discord', 'x', 'unknown')`,
    [user.user_id],
  );
  await server.sql(
    `insert into setting (key, value, updated_at) values ('discord_webhook_url', 'sealed:0123456789abcdef:eA==', now())`,
  );
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  try {
    const { code, wrong } = await examine({
      PUBLIC_URL: 'http://market.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(Object.fromEntries(wrong.map(({ check, message }) => [check, message]))).toEqual({
      address: expect.stringContaining('https in PUBLIC_URL'),
      redis: expect.stringContaining('noeviction'),
      mail: expect.stringContaining('SMTP_URL'),
      'second factors': expect.stringContaining('APP_SECRETS_OLD'),
      webhooks: expect.stringContaining('1 of 1 cannot be decrypted'),
      'secret settings': expect.stringContaining('1 of 1 cannot be decrypted'),
      discord:
        'discord_webhook_url cannot be decrypted: put the secret that encrypted it into APP_SECRETS_OLD, or set it again.',
    });
  } finally {
    await client.config('SET', 'maxmemory-policy', 'noeviction');
    client.disconnect();
    await server.sql('delete from two_factor');
    await server.sql('delete from notice_channel');
    await server.sql(`delete from setting where key = 'discord_webhook_url'`);
  }
});

it('creates nothing for a site that has not started yet', async () => {
  const dataDir = path.join(folder, 'not', 'there');
  const { all } = await examine({ DATA_DIR: dataDir, APP_SECRET: '', REDIS_URL: '' });
  expect(all).toContain('secret settings');
  expect(existsSync(path.dirname(dataDir))).toBe(false);
});

it('reports invalid settings and an unreachable database or Redis', async () => {
  const faulty = await examine({ PORT: 'many', REDIS_URL: 'nowhere' });
  expect(faulty.wrong).toEqual([
    {
      check: 'settings',
      status: 'error',
      message: expect.stringMatching(/PORT: .*; REDIS_URL: |REDIS_URL: .*; PORT: /),
    },
  ]);
  const away = await examine({
    DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    APP_SECRET: '',
  });
  expect(away.wrong.map(({ check }) => check)).toEqual(['secret', 'redis', 'database']);
  expect(away.wrong.find(({ check }) => check === 'redis')?.message).toBe(
    'connect ECONNREFUSED 127.0.0.1:1. Check that Redis is running and that REDIS_URL is correct.',
  );
  expect(away.code).toBe(1);
});

it('needs no APP_SECRET where processes share the folder of the embedded database', async () => {
  expect((await examine({ DATABASE_URL: '', APP_SECRET: '' })).wrong).toEqual([]);
});

it('names a Redis that is full, with the remedy', async () => {
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory', '1');
  try {
    expect((await examine()).wrong).toContainEqual({
      check: 'redis',
      status: 'error',
      message: 'Redis is full: raise its maxmemory.',
    });
  } finally {
    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
  }
});

it('warns about emails that wait for a host, although the mail server accepts others', async () => {
  await server.sql(
    `insert into email_delivery (job_id, message_id, attempts, created, sent_at) values
       ('held', '<held@example.org>', 3, now() - interval '10 minutes', null),
       ('sent', '<sent@example.org>', 1, now(), now())`,
  );
  const emails = async () => (await examine()).warned.filter(({ check }) => check === 'emails');
  // The queue has none: it has failed, or was removed.
  expect(await emails()).toEqual([]);
  const options = {
    redisUrl: redis.url,
    databaseUrl: server.database.url,
    logger: server.runtime.logger,
  };
  await withQueue(options, (queue) =>
    queue.add([{ id: 'held', job: JOBS.welcomeMail, payload: { user_id: 1 } }]),
  );
  expect(await emails()).toEqual([
    {
      check: 'emails',
      status: 'warning',
      message: expect.stringMatching(/^1 email waiting since .*: the host of a recipient does not respond/),
    },
  ]);
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  await server.sql('truncate email_delivery');
});

it('leaves a mail server whose answer does not end', async () => {
  const endless = createServer((socket) => {
    let sending: NodeJS.Timeout | undefined;
    socket.on('error', () => undefined).once('close', () => clearInterval(sending));
    socket.once('data', () => {
      sending = setInterval(() => socket.write('250-x\r\n'), 100);
    });
    socket.write('220 mail.example\r\n');
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const { port } = endless.address() as AddressInfo;
  const { wrong } = await examine({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  endless.close();
  // Not before the connection is closed.
  await once(endless, 'close');
  expect(wrong).toEqual([
    {
      check: 'mail',
      status: 'error',
      message: expect.stringMatching(/^the login to 127\.0\.0\.1 took longer than 5000 ms\. Check that/),
    },
  ]);
});

it.skipIf(noDisk !== null)(`leaves nothing on a full disk${noDisk ? ` (${noDisk})` : ''}`, async () => {
  const disk = await mountSmallDisk(64 * 1_024);
  try {
    await disk.fill();
    const { wrong } = await examine({ DATA_DIR: disk.directory });
    expect(wrong).toEqual([
      {
        check: 'data folder',
        status: 'error',
        message: expect.stringMatching(/^The disk of .* is full: free some space/),
      },
    ]);
    expect(await readdir(disk.directory)).not.toContainEqual(expect.stringContaining('doctor'));
  } finally {
    await disk.remove();
  }
});

describe('checks', () => {
  it('versions', () => {
    expect([nodeHealth('24.1.0').status, nodeHealth('20.19.0').status]).toEqual(['ok', 'error']);
  });
});

it('warns about staff without a second factor', async () => {
  await onlyAdmin();
  await makeAccount(server, 'checker');
  const { warned } = await examine();
  expect(warned).toContainEqual({
    check: 'staff',
    status: 'warning',
    message: expect.stringMatching(
      /no second factor\. Run: npm run cli -- settings set require_staff_two_factor true$/,
    ),
  });
  await onlyAdmin();
  expect((await examine()).warned.map(({ check }) => check)).not.toContain('staff');
});
