import path from 'node:path';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { startTestPostgres, urlOf } from '../../src/testing/servers/postgres.ts';
import { fillMarket, type MarketSize } from '../kit/market-data.ts';
import { ServerProcess } from '../kit/server-process.ts';
import { NEWEST, type NewestServers } from './newest.ts';

/** A database with generated sales, and the servers that are measured on it. */
export interface MarketSite {
  databaseUrl: string;
  /** Settings of processes that use the database. */
  settings: Record<string, string>;
  servers: NewestServers;
}

const here = (file: string) => path.join(import.meta.dirname, file);

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Stops the servers of each market and removes it. */
const open = new Set<() => Promise<void>>();
/** Markets of many gigabytes must not stay on the disk when the run is interrupted. */
const removeAll = () =>
  void Promise.allSettled([...open].map((close) => close())).then(() => process.exit(130));

/** Runs measurements on a new database with a market of this size, and removes it afterwards. */
export async function withMarket<T>(size: MarketSize, work: (site: MarketSite) => Promise<T>): Promise<T> {
  const { postgres, stop } = await startTestPostgres();
  const databaseUrl = urlOf(postgres.url, postgres.template);
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', DATA_DIR: here('../../data/bench') };
  const running: ServerProcess[] = [];
  const start = async (script: string, more: Record<string, string>, ready: string) => {
    const server = await ServerProcess.start(script, { ...settings, ...more }, ready);
    running.push(server);
    return server;
  };
  if (open.size === 0) for (const signal of SIGNALS) process.once(signal, removeAll);
  const close = async () => {
    await Promise.all(running.map((server) => server.stop()));
    await stop();
  };
  open.add(close);
  try {
    const started = performance.now();
    console.info(
      `filling a database: ${formatNumber(size.pokemon)} pokemon, ${formatNumber(size.items)} items`,
    );
    await fillMarket(databaseUrl, size, (progress) =>
      console.info(`  ${Math.round((performance.now() - started) / 1_000)} s: ${progress}`),
    );
    const bare = await start(here('../baselines/bare-server.ts'), {}, '/');
    const uncached = await start(PROGRAMS.web, { ANSWER_CACHE_MB: '0', METRICS: 'true' }, '/readyz');
    const cached = await start(PROGRAMS.web, { LOG_LEVEL: 'info', METRICS: 'true' }, '/readyz');
    const fixed = await start(
      here('../baselines/static-server.ts'),
      { COPY_OF: `${cached.url}${NEWEST}` },
      '/',
    );
    return await work({ databaseUrl, settings, servers: { fixed, bare, uncached, cached } });
  } finally {
    open.delete(close);
    if (open.size === 0) for (const signal of SIGNALS) process.off(signal, removeAll);
    await close();
  }
}
