import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createLogger } from '../../src/lib/process/logger.ts';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { startStandbySite } from '../../src/testing/standbys/site.ts';
import { postgresCpuSeconds } from '../kit/process-usage.ts';
import { numbersFrom } from '../kit/random-filters.ts';
import { ServerProcess } from '../kit/server-process.ts';

const run = promisify(execFile);

const SALES = 200_000;
const WEBS = 2;
const READERS = 24;
const WARM_MS = 3_000;
const MEASURED_MS = 12_000;

const fill = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
     select 'item', i.name, i.item_id, 1 + (n * 7919) % 1000000, date '2025-01-01' + n % 365, 'approved', now(), 2
     from generate_series(1, $1::int) n
     join (select name, item_id, row_number() over (order by item_id) - 1 as at, count(*) over () as items from item) i
       on i.at = n % i.items`,
      [SALES],
    );
    await client.query('vacuum analyze sale');
  });

/**
 * Reads random price ranges, which no cache has, until the time is up. Web processes count sales in memory, except by
 * submitter; so the database counts these.
 *
 * @returns the number of successful reads
 */
async function read(urls: readonly string[], ms: number, seed: number): Promise<number> {
  const draw = numbersFrom(seed);
  const until = performance.now() + ms;
  let reads = 0;
  const reader = async (index: number) => {
    const url = urls[index % urls.length];
    while (performance.now() < until) {
      const from = Math.floor(draw() * 900_000);
      const query = `submitted_by != nobody and price >= ${from} and price <= ${from + 50_000}`;
      const answer = await fetch(`${url}/api/items?${new URLSearchParams({ query, limit: '25' })}`);
      await answer.arrayBuffer();
      if (answer.status === 200) reads += 1;
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, index) => reader(index)));
  return reads;
}

/**
 * Limits each database server to one core, as on separate machines. Web processes and the load use all cores.
 *
 * @returns false where there are too few cores, or no `taskset`
 */
async function giveCores(pids: readonly number[]): Promise<boolean> {
  if (availableParallelism() <= pids.length) return false;
  try {
    // A connection inherits the cores of the process that accepts it.
    for (const [core, pid] of pids.entries()) await run('taskset', ['-cp', String(core), String(pid)]);
    return true;
  } catch {
    return false;
  }
}

/** Reads of lists whose totals the database counts, with no cache, from the primary and from two standbys. */
export async function benchStandbys(): Promise<void> {
  const logger = createLogger('error');
  const site = await startStandbySite({ logger, webs: 0, standbys: [[], []], clients: 0 });
  await fill(site.primary.url);
  const standbys = site.standbys.map(({ server }) => server);
  const replicas = standbys.map(({ url }) => url);
  const haveCores = await giveCores([site.primary, ...standbys].map((server) => server.process().pid));
  const rows: Record<string, Record<string, number>> = {};
  for (const [what, used] of [
    ['primary', []],
    ['two standbys', replicas],
  ] as const) {
    const settings = {
      DATABASE_URL: site.primary.url,
      DATABASE_REPLICA_URLS: used.join(','),
      ANSWER_CACHE_MB: '0',
      LOG_LEVEL: 'error',
      APP_SECRET: 'a secret for benchmarks, 32 characters',
      ALLOWED_HOSTS: '127.0.0.1',
    };
    const webs = await Promise.all(
      Array.from({ length: WEBS }, () => ServerProcess.start(PROGRAMS.web, settings, '/readyz')),
    );
    const urls = webs.map(({ url }) => url);
    await read(urls, WARM_MS, 1);
    const before = postgresCpuSeconds(site.primary.process().pid);
    const reads = await read(urls, MEASURED_MS, 2);
    const cpu = postgresCpuSeconds(site.primary.process().pid) - before;
    rows[what] = {
      'reads a second': Math.round((reads / MEASURED_MS) * 1_000),
      'CPU of the primary, ms a read': Number(((cpu / reads) * 1_000).toFixed(3)),
    };
    await Promise.all(webs.map((web) => web.stop()));
  }
  await site.stop();
  console.table(rows);
  console.info(
    haveCores
      ? `Each of the 3 database servers had one of ${availableParallelism()} cores; ${WEBS} web processes and the load had all.`
      : `${availableParallelism()} cores for ${WEBS} web processes, 3 database servers and the load: fewer than one for each limit what standbys can add. What they take off the primary shows in its CPU.`,
  );
}
