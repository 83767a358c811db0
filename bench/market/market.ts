import { withStolenTime } from '../kit/process-usage.ts';
import { benchBrowsing } from './market-browsing.ts';
import { measureReads } from './market-reads.ts';
import { withMarket } from './market-site.ts';
import { measureNewest } from './newest.ts';

const POKEMON = Number(process.env.BENCH_POKEMON ?? 500_000);
const ITEMS = Number(process.env.BENCH_ITEMS ?? 500_000);

/** Benchmarks Market History on a separate database with a million sales. Each part prints its figures and budgets. */
export async function benchMarket(): Promise<void> {
  const started = performance.now();
  const size = { pokemon: POKEMON, items: ITEMS };
  await withMarket(size, async ({ databaseUrl, settings, servers }) => {
    const { cached, uncached } = servers;
    // The start ends when the names are loaded, for which their first search waits.
    await fetch(`${cached.url}/api/items/search/autocomplete?query=orb`);
    console.info(`memory after the start: ${cached.memoryMegabytes()} MB, budget 150`);
    console.table(await withStolenTime(() => measureNewest(servers)));
    console.info(`memory after this load: ${cached.memoryMegabytes()} MB, budget 220`);
    console.table(await withStolenTime(() => measureReads(databaseUrl, uncached.url)));
    // Approvals cost each process time, and it would run jobs too.
    await uncached.stop();
    await withStolenTime(() => benchBrowsing(databaseUrl, settings, cached));
    console.info(`${Math.round((performance.now() - started) / 1000)} s in total`);
  });
}
