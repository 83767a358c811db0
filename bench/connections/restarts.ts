import { type RestartReport, restartUnderLoad } from '../../src/testing/processes/restarts.ts';
import { startServerProcess } from '../../src/testing/processes/server-process.ts';
import { startTestPostgres, urlOf } from '../../src/testing/servers/postgres.ts';
import { startRedis } from '../../src/testing/servers/redis-server.ts';
import { createAdmin } from '../kit/account.ts';
import { median } from '../kit/figures.ts';

const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 40);
const PER_SECOND = 200;
const MOST_CALLS = 64;
const SETTINGS = { APP_SECRET: 'a secret for benchmarks, at least 32 characters' };

function print(what: string, { requests, refused, lost, failures, stopMs }: RestartReport): void {
  console.info(`${RESTARTS} restarts of two web processes in turn, ${PER_SECOND} requests a second, ${what}`);
  console.table({
    requests,
    'refused connections': refused,
    'reads sent again': lost,
    'failed (budget: 0)': failures.length,
    'SIGTERM to exit, median (ms)': median(stopMs),
    'SIGTERM to exit, longest (ms)': Math.max(...stopMs),
  });
  for (const failure of new Set(failures)) console.info(`  ${failure}`);
  if (failures.length) process.exitCode = 1;
}

/** Rolling restarts under load. Fails when a request fails. `BENCH_RESTARTS` sets their number. */
export async function benchRestarts(): Promise<void> {
  // REDIS_URL moves the jobs to workers, so that only requests are measured.
  const [{ postgres, stop }, redis] = await Promise.all([startTestPostgres(), startRedis()]);
  const settings = { ...SETTINGS, REDIS_URL: redis.url };
  const databaseUrl = urlOf(postgres.url, postgres.template);
  try {
    const server = await startServerProcess(databaseUrl, settings);
    const token = await createAdmin(server.url, { ...settings, DATABASE_URL: databaseUrl });
    await server.stop();
    for (const [what, keepAlive] of [
      ['keep-alive connections', true],
      ['one connection per request', false],
    ] as const)
      print(
        what,
        await restartUnderLoad(databaseUrl, settings, RESTARTS, {
          perSecond: PER_SECOND,
          mostCalls: MOST_CALLS,
          token,
          keepAlive: [keepAlive],
        }),
      );
  } finally {
    await Promise.all([stop(), redis.stop()]);
  }
}
