import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { itemSubmission } from '../testing/accounts/factories.ts';
import { call } from '../testing/clients/rest-client.ts';
import { startPostgresServer } from '../testing/faults/postgres-server.ts';
import type { RunningProcess } from '../testing/faults/running-process.ts';
import { runProgram } from '../testing/processes/programs.ts';
import { fixture } from '../testing/run/fixture.ts';
import { testFolder } from '../testing/run/folder.ts';
import { testPort } from '../testing/servers/test-port.ts';

const CLIENTS = 6;
const RESTARTS = 3;
/** Generous limits for a busy machine: without the guard the processes hang until they are restarted. */
const BACK_MS = 20_000;
const END_MS = 20_000;

const directory = testFolder();
const postgres = fixture(() => startPostgresServer(path.join(directory, 'database'), ['fsync=off']), 'stop');
let web: RunningProcess;
let worker: RunningProcess;
let url: string;
let token: string;

const start = (program: 'web' | 'worker', settings: Record<string, string> = {}) =>
  runProgram(program, {
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '3',
    DATA_DIR: path.join(directory, program),
    RATE_LIMIT_FACTOR: '1000',
    ...settings,
  });

beforeAll(async () => {
  const port = await testPort();
  url = `http://127.0.0.1:${port}`;
  web = await start('web', { PORT: `${port}` });
  worker = await start('worker');
  const account = { username: 'red', email: 'red@example.org', password: 'a password for tests' };
  token = (await call({ url }, 'POST', '/auth/register', { body: account })).body.token;
});

afterAll(() => Promise.all([web.kill(), worker.kill()]));

const submit = () => call({ url }, 'POST', '/items/submit', { token, body: itemSubmission() });

/** Reads and submits until it is stopped; returns every status. */
function load(): () => Promise<number[]> {
  let stopped = false;
  const statuses: number[] = [];
  const client = async () => {
    while (!stopped) {
      statuses.push((await call({ url }, 'GET', '/items?limit=10')).status);
      statuses.push((await submit()).status);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return async () => {
    stopped = true;
    await clients;
    return statuses;
  };
}

const stored = () => expect.poll(async () => (await submit()).status, { timeout: BACK_MS }).toBe(200);

it('recovers after PostgreSQL restarts under load, and shuts down cleanly', async () => {
  onTestFailed(() => {
    for (const one of [web, worker])
      process.stderr.write(`${JSON.stringify(one.exit)}\n${one.lastLines().join('\n')}\n`);
  });
  const stop = load();
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await stored();
    await postgres.stop();
    await postgres.start();
    await stored();
    await expect.poll(async () => (await fetch(`${url}/readyz`)).ok, { timeout: BACK_MS }).toBe(true);
  }
  const statuses = new Set(await stop());
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);

  expect(await Promise.all([web.end(END_MS), worker.end(END_MS)])).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ]);
});
