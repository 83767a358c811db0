import autocannon from 'autocannon';
import { median } from './figures.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 32;

const REST = '/api/pokemon?limit=25';
const TRPC = `/trpc/pokemon.list?input=${encodeURIComponent(JSON.stringify({ limit: 25 }))}`;

/** Servers on the same database that serve the newest 25 pokemon sales. */
export interface NewestServers {
  /** The baseline: node:http and the same prepared statement. */
  bare: ServerProcess;
  /** The product without the public cache (`ANSWER_CACHE_MB=0`). */
  uncached: ServerProcess;
  /** The product with default settings. */
  cached: ServerProcess;
}

interface Contender {
  name: string;
  server: ServerProcess;
  path: string;
  /** The minimum ratio to the baseline. */
  budget: number;
  headers?: Record<string, string>;
  status?: number;
}

interface Measured {
  rate: number[];
  p99: number[];
  cpu: number[];
}

async function load({ name, server, path, headers = {}, status = 200 }: Contender, seconds: number) {
  const result = await autocannon({
    url: `${server.url}${path}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
  });
  const expected = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (result.errors || expected < result.requests.total)
    throw new Error(
      `${name}: ${result.requests.total - expected} unexpected responses, ${result.errors} errors`,
    );
  return result;
}

async function round(contender: Contender, measured: Measured): Promise<void> {
  const before = contender.server.cpuSeconds();
  const { requests, latency } = await load(contender, SECONDS);
  measured.rate.push(requests.average);
  measured.p99.push(latency.p99);
  measured.cpu.push(((contender.server.cpuSeconds() - before) * 1e6) / requests.total);
}

async function etagOf({ url }: ServerProcess): Promise<string> {
  const { headers } = await fetch(`${url}${REST}`);
  return headers.get('etag') ?? '';
}

/** Compares the newest 25 sales over REST and tRPC, uncached and cached, with the baseline in alternating rounds. */
export async function benchNewest({ bare, uncached, cached }: NewestServers): Promise<void> {
  const contenders: Contender[] = [
    { name: 'bare node:http + pg', server: bare, path: '/', budget: 1 },
    { name: 'REST, from the database', server: uncached, path: REST, budget: 0.6 },
    { name: 'tRPC, from the database', server: uncached, path: TRPC, budget: 0.45 },
    { name: 'REST, cached', server: cached, path: REST, budget: 4 },
    { name: 'tRPC, cached', server: cached, path: TRPC, budget: 4 },
    {
      name: 'REST, cached, 304',
      server: cached,
      path: REST,
      budget: 4,
      headers: { 'if-none-match': await etagOf(cached) },
      status: 304,
    },
  ];
  const figures = new Map(contenders.map((one) => [one, { rate: [], p99: [], cpu: [] } as Measured]));
  for (const [contender] of figures) await load(contender, WARM_UP_SECONDS);
  for (let done = 0; done < ROUNDS; done += 1)
    for (const [contender, measured] of figures) await round(contender, measured);
  const baseline = median([...figures.values()][0]?.rate ?? []);
  console.info(`newest 25, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  console.table(
    [...figures].map(([{ name, budget }, { rate, p99, cpu }]) => ({
      server: name,
      'requests/s': Math.round(median(rate)),
      'ratio to bare': (median(rate) / baseline).toFixed(2),
      budget,
      'p99 ms': median(p99),
      'CPU µs/request': Math.round(median(cpu)),
    })),
  );
}
