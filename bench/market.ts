import path from 'node:path';
import { startTestPostgres, urlOf } from '../src/testing/servers/postgres.ts';
import { benchBrowsing } from './market-browsing.ts';
import { fillMarket } from './market-data.ts';
import { benchReads } from './market-reads.ts';
import { benchNewest, NEWEST } from './newest.ts';
import { ServerProcess } from './server-process.ts';

const POKEMON = Number(process.env.BENCH_POKEMON ?? 500_000);
const ITEMS = Number(process.env.BENCH_ITEMS ?? 500_000);
const here = (file: string) => path.join(import.meta.dirname, file);

/** Benchmarks Market History on a separate database with a million sales. Each part prints its figures and budgets. */
export async function benchMarket(): Promise<void> {
  const started = performance.now();
  const { postgres, stop } = await startTestPostgres();
  const databaseUrl = urlOf(postgres.url, postgres.template);
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', DATA_DIR: here('../data/bench') };
  const servers: ServerProcess[] = [];
  const start = async (script: string, more: Record<string, string>, ready: string) => {
    const server = await ServerProcess.start(here(script), { ...settings, ...more }, ready);
    servers.push(server);
    return server;
  };
  try {
    console.info(
      `filling a database: ${POKEMON.toLocaleString('en-US')} pokemon, ${ITEMS.toLocaleString('en-US')} items`,
    );
    await fillMarket(databaseUrl, { pokemon: POKEMON, items: ITEMS });
    const bare = await start('baselines/bare-server.ts', {}, '/');
    const uncached = await start('../src/main.ts', { ANSWER_CACHE_MB: '0' }, '/readyz');
    const cached = await start('../src/main.ts', { LOG_LEVEL: 'info', METRICS: 'true' }, '/readyz');
    const fixed = await start('baselines/static-server.ts', { COPY_OF: `${cached.url}${NEWEST}` }, '/');
    console.info(`memory after the start: ${cached.memoryMegabytes()} MB, budget 150`);
    await benchNewest({ fixed, bare, uncached, cached });
    console.info(`memory after this load: ${cached.memoryMegabytes()} MB, budget 220`);
    await benchReads(databaseUrl, uncached.url);
    await benchBrowsing(databaseUrl, settings, cached);
    console.info(`${Math.round((performance.now() - started) / 1000)} s in total`);
  } finally {
    for (const server of servers) await server.stop();
    await stop();
  }
}
