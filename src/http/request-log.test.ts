import { once } from 'node:events';
import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { CallLimits } from '../modules/limits/call-limits.ts';
import { createTestLog } from '../testing/run/log.ts';
import { requestLog } from './request-log.ts';

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [500, 'error'],
  [503, 'info'],
  [404, 'info'],
  [200, 'info'],
])('a response with %d is logged as %s', async (status, level) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { logger, lines } = createTestLog();
  const app = express();
  const calls = new CallLimits({ rateLimitFactor: 1, databasePool: 10 });
  app.use(requestLog({ logger, calls }), (_request, response) => {
    // The clock is set back.
    vi.setSystemTime(0);
    response.sendStatus(status);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await fetch(`http://127.0.0.1:${port}/api/items`);
  const line = { level, status, address: '/api/items', ms: expect.toSatisfy((ms) => ms >= 0) };
  await expect.poll(() => lines).toMatchObject([line]);
  server.close();
});
