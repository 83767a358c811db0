import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { todayUtc } from '../src/contract/shared/dates.ts';
import { formatNumber } from '../src/contract/shared/plural.ts';
import { publicSales } from '../src/modules/follows/changed-sales.queries.ts';
import { FollowMatcher } from '../src/modules/follows/follow-matcher.ts';
import { FollowRules } from '../src/modules/follows/follow-rules.ts';
import { presentAnySale } from '../src/modules/market/sale.presenter.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { PROGRAMS } from '../src/testing/processes/programs.ts';
import { administer, urlOf, withClient } from '../src/testing/servers/postgres.ts';
import { createAdmin } from './kit/account.ts';
import { addPending, approving } from './kit/approvals.ts';
import { withDatabase, withRuntime } from './kit/database.ts';
import { median, quantile, rounded } from './kit/figures.ts';
import { addFollows } from './kit/follow-data.ts';
import { fillMarket } from './kit/market-data.ts';
import { randomFilters } from './kit/random-filters.ts';
import { ServerProcess } from './kit/server-process.ts';
import { TimedClient } from './kit/timed-client.ts';
import { visits } from './market/market-browsing.ts';

const FOLLOWS = Number(process.env.BENCH_FOLLOWS ?? 100_000);
const SALES = Number(process.env.BENCH_SALES ?? 200_000);
const MATCHED = 2_000;
const STORED = 200;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8);
const PER_SECOND = 10;
const PAGES_A_SECOND = 40;
/** Approvals are matched when they are this old, so they begin as long before the measurement. */
const UNDO_SECONDS = 12;
const IDLE_SECONDS = 10;
/** After a server was stopped: its loops and checks are overdue. */
const SETTLE_MS = 1_000;
/** Of a round: shorter than the time after which the database ends the transactions of a stopped server. */
const SECONDS = 4;

const milliseconds = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Matches approved sales in this process: the time of finding their follows, and of storing the matches. Those of a sale's
 * submitter are found, and not stored; an account has one in a thousand follows or fewer, so there are few of them.
 */
async function measureMatching(runtime: Runtime): Promise<void> {
  const { clock } = runtime;
  const em = runtime.orm.em.fork();
  const { rows } = await sql<{ sale_id: number }>`
    select sale_id from sale where status = 'approved' order by md5(sale_id::text) limit ${MATCHED}`.execute(
    em.getKysely(),
  );
  const ids = rows.map(({ sale_id }) => sale_id);
  const sales = await publicSales(em, ids);
  const rules = new FollowRules(runtime);
  const loading = await milliseconds(() => rules.current(em));
  const index = await rules.current(em);
  const times: number[] = [];
  const found: number[] = [];
  for (const row of sales) {
    const sale = presentAnySale(row, null);
    const start = performance.now();
    found.push(index.matching(sale, todayUtc(clock.now()), clock.now().getTime()).length);
    times.push(performance.now() - start);
  }
  const matcher = new FollowMatcher({ ...runtime, clock });
  await matcher.match(em, sales.slice(-1));
  const stored: number[] = [];
  for (const row of sales.slice(0, STORED))
    stored.push(await milliseconds(() => em.transactional((tx) => matcher.match(tx, [row]))));
  console.table([
    {
      what: `one sale among ${formatNumber(index.size)} follows`,
      'median ms': rounded(median(times)),
      'p99 ms': rounded(quantile(times, 0.99)),
      'matches, median': median(found),
      'matches, p99': quantile(found, 0.99),
      'stored with inbox, median ms': rounded(median(stored)),
      'p99 ms ': rounded(quantile(stored, 0.99)),
      'loaded in s': (loading / 1000).toFixed(1),
      budget: 'p99 50 ms',
    },
  ]);
}

interface Market {
  databaseUrl: string;
  server: ServerProcess;
  token: string;
  client: TimedClient;
}

/** The number of sales that were matched. */
async function matchedSales({ databaseUrl }: Market): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ sales: number }>(
      'select count(distinct sale_id)::int as sales from follow_match',
    );
    return rows[0]?.sales ?? 0;
  });
}

interface Round {
  /** Milliseconds of each page and approval. */
  pages: number[];
  approvals: number[];
}

/** Browses while sales are approved. */
async function measureRound(
  { databaseUrl, server, token, client }: Market,
  filtered: string[],
  seconds: number,
): Promise<Round> {
  const ending = new AbortController();
  const queue = await addPending(databaseUrl, (seconds + 3) * PER_SECOND);
  const { signal } = ending;
  const approvals = approving({ url: server.url, token, queue, perSecond: PER_SECOND, signal });
  const paths = visits(filtered.splice(0, (seconds * PAGES_A_SECOND) / 2));
  const pages = await client.atRate(PAGES_A_SECOND, seconds, paths);
  ending.abort();
  return { pages, approvals: await approvals };
}

/**
 * Compares a market with follows and one without, in alternating rounds, while the other's server is stopped. The rounds
 * begin when the first approvals are old enough to be matched, and from then on there is always something to match.
 */
async function measureServers(plain: Market, followed: Market): Promise<void> {
  const filtered = await randomFilters(
    plain.databaseUrl,
    PAGES_A_SECOND * (IDLE_SECONDS + UNDO_SECONDS + 2 * ROUNDS * SECONDS),
    3,
  );
  const paths = visits(filtered.splice(0, (IDLE_SECONDS * PAGES_A_SECOND) / 2));
  const idle = await followed.client.atRate(PAGES_A_SECOND, IDLE_SECONDS, paths);
  await measureRound(followed, filtered, UNDO_SECONDS);
  const before = await matchedSales(followed);
  const rounds: Record<'plain' | 'followed', Round>[] = [];
  for (let done = 0; done < ROUNDS; done += 1) {
    followed.server.pause();
    const without = await measureRound(plain, filtered, SECONDS);
    plain.server.pause();
    followed.server.resume();
    await setTimeout(SETTLE_MS);
    rounds.push({ plain: without, followed: await measureRound(followed, filtered, SECONDS) });
    plain.server.resume();
    await setTimeout(SETTLE_MS);
  }
  const matched = (await matchedSales(followed)) - before;
  if (matched === 0) throw new Error('No sale was matched during the rounds');
  const approval = (of: 'plain' | 'followed') => median(rounds.flatMap((round) => round[of].approvals));
  const pages = (of: 'plain' | 'followed') =>
    quantile(
      rounds.flatMap((round) => round[of].pages),
      0.99,
    );
  const row = (what: string, without: number, having: number, budget: number) => ({
    what,
    without: rounded(without),
    with: rounded(having),
    ratio: (having / without).toFixed(2),
    budget: `ratio ${budget}`,
  });
  console.table([
    row(
      `an approval at ${PER_SECOND} a second, median ms, without and with follows`,
      approval('plain'),
      approval('followed'),
      1.1,
    ),
    row(
      'browsing without and with approvals that are matched, p99 ms',
      quantile(idle, 0.99),
      pages('followed'),
      1.5,
    ),
  ]);
  console.info(
    `browsing with approvals without follows: p99 ${rounded(pages('plain'))} ms; ${matched} sales matched in ${ROUNDS * SECONDS} s`,
  );
}

/** Benchmarks matching approved sales with follows, and what it costs approvals and visitors. */
export async function benchFollows(): Promise<void> {
  await withDatabase(async (database) => {
    const servers: ServerProcess[] = [];
    const clients: TimedClient[] = [];
    const serve = async (databaseUrl: string): Promise<Market> => {
      const dataDir = await mkdtemp(path.join(database.folder, 'server-'));
      const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
      const server = await ServerProcess.start(PROGRAMS.web, settings, '/readyz');
      servers.push(server);
      const client = new TimedClient(server.url);
      clients.push(client);
      return { databaseUrl, server, client, token: await createAdmin(server.url, settings) };
    };
    try {
      const { url: plain, server, template } = database;
      console.info(`filling a database: ${formatNumber(SALES)} sales`);
      await fillMarket(plain, { pokemon: SALES / 2, items: SALES / 2, submitters: FOLLOWS / 50 });
      const name = 'bench_follows';
      await administer(server, `create database ${name} template ${template}`);
      const followed = urlOf(server, name);
      await addFollows(followed, FOLLOWS);
      await withRuntime({ ...database.settings, DATABASE_URL: followed }, measureMatching);
      await administer(server, `drop database ${name} with (force)`);
      await administer(server, `create database ${name} template ${template}`);
      await addFollows(followed, FOLLOWS);
      await measureServers(await serve(plain), await serve(followed));
    } finally {
      for (const client of clients) client.close();
      for (const server of servers) await server.stop();
    }
  });
}
