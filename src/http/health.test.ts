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

it('shows how many jobs have failed, and is ready all the same', async () => {
  expect(await ready({ database: async () => ({}), queue: async () => ({ failed_jobs: 3 }) })).toEqual({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', queue: 'ok' }, failed_jobs: 3 },
  });
});

it('is not ready without what it needs, and says what that is', async () => {
  const probes = { database: async () => ({}), queue: () => Promise.reject(new Error('gone')) };
  expect(await ready(probes)).toEqual({
    status: 503,
    body: { status: 'not ready', checks: { database: 'ok', queue: 'unreachable' } },
  });
});
