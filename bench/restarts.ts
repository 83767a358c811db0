import { type RestartReport, restartUnderLoad } from '../src/testing/processes/restarts.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';
import { startTestPostgres, urlOf } from '../src/testing/servers/postgres.ts';
import { startRedis } from '../src/testing/servers/redis-server.ts';
import { makeAdmin } from './account.ts';
import { median } from './figures.ts';

const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 40);
const PER_SECOND = 200;
const SETTINGS = { APP_SECRET: 'a secret for figures, 32 characters or more' };

function print(what: string, { requests, refused, failures, stopMs }: RestartReport): void {
  console.info(`${RESTARTS} restarts of two web processes in turn, ${PER_SECOND} requests a second, ${what}`);
  console.table({
    requests,
    'refused connections': refused,
    'failed (bar: 0)': failures.length,
    'SIGTERM to end, median (ms)': median(stopMs),
    'SIGTERM to end, longest (ms)': Math.max(...stopMs),
  });
  for (const failure of new Set(failures)) console.info(`  ${failure}`);
  if (failures.length) process.exitCode = 1;
}

/** Rolling restarts under load; ends with an error when a request fails. `BENCH_RESTARTS` sets how many. */
export async function benchRestarts(): Promise<void> {
  // The jobs are a worker's, so that the figures are those of requests alone.
  const [{ postgres, stop }, redis] = await Promise.all([startTestPostgres(), startRedis()]);
  const settings = { ...SETTINGS, REDIS_URL: redis.url };
  const databaseUrl = urlOf(postgres.url, postgres.template);
  try {
    const server = await startServerProcess(databaseUrl, settings);
    const token = await makeAdmin(server.url, { ...settings, DATABASE_URL: databaseUrl });
    await server.stop();
    for (const [what, keepAlive] of [
      ['connections are kept', true],
      ['a connection for each request', false],
    ] as const)
      print(
        what,
        await restartUnderLoad(databaseUrl, settings, RESTARTS, { perSecond: PER_SECOND, token, keepAlive }),
      );
  } finally {
    await Promise.all([stop(), redis.stop()]);
  }
}
