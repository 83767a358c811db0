import { expect, it } from 'vitest';
import { makeAccount } from '../accounts/factories.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { startRedis } from '../servers/redis-server.ts';
import { restartUnderLoad } from './restarts.ts';

// The database is shared with the web processes that are restarted.
const server = testServer();
// A worker runs the jobs, so that the web processes end fast.
const redis = fixture(startRedis, 'stop');

/** One of each process. `npm run bench -- restarts` does more of them, at a higher rate. */
const RESTARTS = 2;

it('restarts of two web processes in turn fail no request, over kept and over new connections', async () => {
  const { token } = await makeAccount(server);
  const settings = { APP_SECRET: server.runtime.config.secret, REDIS_URL: redis.url };
  const report = await restartUnderLoad(server.database.url, settings, RESTARTS, {
    perSecond: 60,
    // Few enough for a busy machine.
    mostCalls: 12,
    token,
    keepAlive: [true, false],
  });
  expect(report.failures).toEqual([]);
  expect(report.refused).toBeGreaterThan(0);
  expect(report.lost).toBeLessThan(report.requests / 20);
  const [stored] = await server.sql<{ sales: number }>('select count(*)::int as sales from sale');
  expect(stored?.sales).toBe(report.submitted);
}, 400_000);
