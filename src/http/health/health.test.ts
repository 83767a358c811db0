import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { healthRouter, type Probe } from './health.ts';

async function ready(probes: Record<string, Probe>) {
  const server = express()
    .use(healthRouter(probes, () => false))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
  const answer = { status: response.status, body: await response.json() };
  server.close();
  server.closeAllConnections();
  return answer;
}

it('shows the number of failed jobs and is still ready', async () => {
  expect(await ready({ database: async () => ({}), queue: async () => ({ failed_jobs: 3 }) })).toEqual({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', queue: 'ok' }, failed_jobs: 3 },
  });
});

it('is not ready without a dependency, and names it', async () => {
  const probes = { database: async () => ({}), queue: () => Promise.reject(new Error('gone')) };
  expect(await ready(probes)).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      message: 'The queue cannot be reached right now. Please try again.',
      checks: { database: 'ok', queue: 'unreachable' },
    },
  });
});

it('tells an overloaded database from one that cannot be reached', async () => {
  const database = () => Promise.reject(Object.assign(new Error('too many clients'), { code: '53300' }));
  expect((await ready({ database })).body).toEqual({
    status: 'not ready',
    message: 'The database is overloaded right now. Please try again.',
    checks: { database: 'overloaded' },
  });
});

it('probes once for concurrent requests', async () => {
  const answer = Promise.withResolvers<Record<string, number>>();
  let asked = 0;
  const database: Probe = () => {
    asked += 1;
    return answer.promise;
  };
  const router = healthRouter({ database }, () => false);
  const server = express().use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
  const answers = Array.from({ length: 5 }, () => fetch(url));
  const arrived = Promise.withResolvers<void>();
  let arrivals = 0;
  server.on('request', () => {
    arrivals += 1;
    if (arrivals === answers.length) arrived.resolve();
  });
  await arrived.promise;
  answer.resolve({});
  for (const one of await Promise.all(answers)) expect(one.status).toBe(200);
  expect(asked).toBe(1);
  server.close();
  server.closeAllConnections();
});

it('probes at most once a second', async () => {
  let [asked, now] = [0, 5_000];
  const database: Probe = async () => {
    asked += 1;
    if (asked > 1) throw new Error('gone');
    return {};
  };
  const router = healthRouter(
    { database },
    () => false,
    undefined,
    () => now,
  );
  const server = express().use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
  const statusAt = async (ms: number) => {
    now = ms;
    return (await fetch(url)).status;
  };
  expect([await statusAt(5_000), await statusAt(5_500), await statusAt(5_999)]).toEqual([200, 200, 200]);
  expect(asked).toBe(1);
  expect([await statusAt(6_000), await statusAt(6_999)]).toEqual([503, 503]);
  expect(asked).toBe(2);
  server.close();
  server.closeAllConnections();
});
