import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliCommand } from '../../src/testing/cli-command.ts';
import { makeAccount } from '../../src/testing/factories.ts';
import { runCli } from '../../src/testing/processes/cli-process.ts';
import { testServer } from '../../src/testing/server.ts';
import { startMailServer, type TestMailServer } from '../../src/testing/servers/mail-server.ts';
import { startRedis, type TestRedis } from '../../src/testing/servers/redis-server.ts';
import { runProgram } from '../program.ts';
import type { Finding } from './finding.ts';
import { addressCheck, imageHostsCheck, nodeCheck } from './machine-checks.ts';

const runCommand = cliCommand(runProgram);

const server = testServer();
let folder: string;
let redis: TestRedis;
let mail: TestMailServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marketdex-doctor-'));
  [redis, mail] = await Promise.all([startRedis(), startMailServer()]);
});
afterAll(async () => {
  await Promise.all([redis.stop(), mail.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function examine(settings: Record<string, string> = {}, run = runCommand) {
  const given = {
    DATABASE_URL: server.database.url,
    DATA_DIR: folder,
    APP_SECRET: server.runtime.config.secret,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
  };
  const { code, stdout } = await run(['doctor', '--json'], { settings: { ...given, ...settings } });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Finding[] };
  return { code, ok, all: checks.map(({ check }) => check), wrong: checks.filter((one) => !one.ok) };
}

it('passes when everything is set up correctly', async () => {
  const { code, ok, all, wrong } = await examine({}, runCli);
  expect(wrong).toEqual([]);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(all).toEqual([
    ...['node', 'settings', 'data folder', 'secret', 'address', 'image hosts', 'redis', 'mail'],
    ...['database', 'tables', 'catalogue', 'second factors', 'clock', 'jobs'],
  ]);
});

it('reports every problem with its fix and exits with 1', async () => {
  const { user } = await makeAccount(server);
  await server.sql(`insert into two_factor (user_id, secret, key_id) values (?, 'x', 'unknown')`, [
    user.user_id,
  ]);
  const client = new Redis(redis.url);
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  try {
    const { code, wrong } = await examine({
      PUBLIC_URL: 'http://market.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      IMAGE_HOSTS: 'https://i.imgur.com',
    });
    expect(code).toBe(1);
    expect(Object.fromEntries(wrong.map(({ check, says }) => [check, says]))).toEqual({
      address: expect.stringContaining('https in PUBLIC_URL'),
      'image hosts': expect.stringContaining('IMAGE_HOSTS'),
      redis: expect.stringContaining('noeviction'),
      mail: expect.stringContaining('SMTP_URL'),
      'second factors': expect.stringContaining('APP_SECRETS_OLD'),
    });
  } finally {
    await client.config('SET', 'maxmemory-policy', 'noeviction');
    client.disconnect();
    await server.sql('delete from two_factor');
  }
});

it('reports invalid settings and an unreachable database or Redis', async () => {
  const faulty = await examine({ PORT: 'many', REDIS_URL: 'nowhere' });
  expect(faulty.wrong).toEqual([
    {
      check: 'settings',
      ok: false,
      says: expect.stringMatching(/PORT: .*; REDIS_URL: |REDIS_URL: .*; PORT: /),
    },
  ]);
  const away = await examine({
    DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    APP_SECRET: '',
  });
  expect(away.wrong.map(({ check }) => check)).toEqual(['secret', 'redis', 'database']);
  expect(away.code).toBe(1);
});

describe('checks', () => {
  it.each<[string, string, string[], boolean]>([
    ['a local address', 'http://localhost:3000', [], true],
    ['a trusted proxy', 'https://market.example', ['10.0.0.0/8'], true],
    ['an untrusted proxy', 'https://market.example', [], false],
    ['unencrypted passwords', 'http://market.example', ['10.0.0.0/8'], false],
    ['a path', 'https://market.example/market', ['10.0.0.0/8'], false],
  ])('%s', (_, publicUrl, trustedProxies, ok) => {
    expect(addressCheck({ publicUrl, trustedProxies }).ok).toBe(ok);
  });

  it('hosts and versions', () => {
    expect(imageHostsCheck({ imageHosts: ['i.imgur.com', 'pictures.example:8080'] }).ok).toBe(true);
    expect(imageHostsCheck({ imageHosts: ['i.imgur.com/a'] }).ok).toBe(false);
    expect([nodeCheck('24.1.0').ok, nodeCheck('20.19.0').ok]).toEqual([true, false]);
  });
});
