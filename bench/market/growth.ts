import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { median } from '../kit/figures.ts';
import { TimedClient } from '../kit/timed-client.ts';
import { measureReads, mostTradedNames } from './market-reads.ts';
import { type MarketSite, withMarket } from './market-site.ts';
import { measureNewest, NEWEST } from './newest.ts';

const run = promisify(execFile);

const SMALL = Number(process.env.BENCH_SALES ?? 1_000_000);
const LARGE = Number(process.env.BENCH_GROWN_SALES ?? 10_000_000);
/** Gigabytes that the run may use on the disk of the temporary directory. */
const DISK_GB = Number(process.env.BENCH_DISK_GB ?? 30);
/** At most: rows and indexes of a sale, the sort of the generated sales, and the write-ahead log (bytes). */
const DISK_PER_SALE = 2_500;
/** A figure may grow by this factor between the two sizes. */
const BUDGET = 2;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const COMMAND_MS = 30 * 60_000;

type Figures = Record<string, number>;

/** Milliseconds of some work. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

/** @throws Error when the markets do not fit into the budget or on the disk */
async function requireSpace(): Promise<void> {
  const needed = ((SMALL + LARGE) * DISK_PER_SALE) / 1e9;
  const { bavail, bsize } = await statfs(tmpdir());
  const free = (bavail * bsize) / 1e9;
  if (needed > DISK_GB)
    throw new Error(`The markets need ${needed} GB. Set BENCH_DISK_GB, or BENCH_GROWN_SALES for fewer.`);
  if (needed > free)
    throw new Error(`${tmpdir()} has ${free.toFixed(1)} GB free; the markets need ${needed} GB.`);
}

/** The figures that players notice, which must grow by at most `BUDGET`. */
async function readsOf({ databaseUrl, servers }: MarketSite): Promise<Figures> {
  const figures: Figures = {};
  for (const newest of await measureNewest(servers))
    if (newest['compared with']) figures[`${newest.server}, CPU µs`] = newest['CPU µs/request'];
  for (const read of await measureReads(databaseUrl, servers.uncached.url)) {
    figures[`${read.what}, median ms`] = read['median ms'];
    figures[`${read.what}, p99 ms`] = read['p99 ms'];
  }
  return figures;
}

const SIZES = `
  select 'table sale' as what, pg_table_size('sale') as bytes
  union all select 'indexes of sale', pg_indexes_size('sale')
  union all select indexrelname, pg_relation_size(indexrelid) from pg_stat_user_indexes where relname = 'sale'`;

/** Sizes, and the first requests to a server that has nothing in memory. */
async function startOf({ databaseUrl, servers }: MarketSite, sales: number): Promise<Figures> {
  const figures: Figures = {};
  const mostTraded = encodeURIComponent((await mostTradedNames(databaseUrl)).pokemon);
  const requests = new TimedClient(servers.uncached.url);
  for (const [what, url] of [
    ['suggestions', '/api/pokemon/search/autocomplete?query=gar'],
    ['list', NEWEST],
    ['price history of the most traded name', `/api/pokemon/price-history/${mostTraded}`],
  ] as const)
    [figures[`first ${what} after the start, ms`] = 0] = (await requests.oneByOne([url])).map(Math.round);
  requests.close();
  figures['memory after the start, MB'] = servers.cached.memoryMegabytes();
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ what: string; bytes: string }>(SIZES);
    for (const { what, bytes } of rows) figures[`${what}, bytes a sale`] = Math.round(Number(bytes) / sales);
    figures['vacuum (freeze) of sale, ms'] = await timed(() => client.query('vacuum (freeze) sale'));
  });
  return figures;
}

/** Commands that read the whole market. */
async function commandsOf({ settings }: MarketSite, sales: number): Promise<Figures> {
  const figures: Figures = {};
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-growth-'));
  try {
    for (const [what, args] of [
      ['duplicates scan', ['duplicates', 'scan', '--wait']],
      ['sales export', ['sales', 'export', '--out', path.join(folder, 'sales')]],
      ['db backup', ['db', 'backup', path.join(folder, 'backup')]],
    ] as const)
      figures[`${what}, ms`] = await timed(() =>
        run(process.execPath, [PROGRAMS.cli, ...args], {
          env: { ...process.env, ...settings },
          timeout: COMMAND_MS,
        }),
      );
    figures['backup, bytes a sale'] = Math.round((await stat(path.join(folder, 'backup'))).size / sales);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

function compare(title: string, small: Figures, large: Figures, budget?: number): void {
  console.info(title);
  console.table(
    Object.fromEntries(
      Object.entries(small).map(([what, before]) => {
        const after = large[what] ?? Number.NaN;
        const factor = after / before;
        const verdict = budget === undefined ? {} : { budget, within: factor <= budget };
        return [what, { [SMALL]: before, [LARGE]: after, factor: Number(factor.toFixed(2)), ...verdict }];
      }),
    ),
  );
}

const mediansOf = (rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((what) => [what, median(rounds.map((round) => round[what] ?? 0))]),
  );

const market = <T>(sales: number, work: (site: MarketSite) => Promise<T>): Promise<T> =>
  withMarket({ pokemon: sales / 2, items: sales / 2 }, work);

/**
 * Compares every figure of reads at two sizes of the market, in alternating rounds, and the work that grows with the
 * market by design.
 */
export async function benchGrowth(): Promise<void> {
  await requireSpace();
  console.info(`growth from ${SMALL} to ${LARGE} sales, ${availableParallelism()} cores`);
  await market(SMALL, (small) =>
    market(LARGE, async (large) => {
      compare('sizes and starts', await startOf(small, SMALL), await startOf(large, LARGE));
      const rounds: Record<'small' | 'large', Figures[]> = { small: [], large: [] };
      for (let round = 1; round <= ROUNDS; round += 1) {
        rounds.small.push(await readsOf(small));
        rounds.large.push(await readsOf(large));
        compare(
          `reads, medians of ${round} rounds, budget: at most ${BUDGET} times`,
          mediansOf(rounds.small),
          mediansOf(rounds.large),
          BUDGET,
        );
      }
      compare('the whole market', await commandsOf(small, SMALL), await commandsOf(large, LARGE));
    }),
  );
}
