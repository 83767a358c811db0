import autocannon from 'autocannon';
import { median } from './figures.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 32;

const REST = '/api/pokemon?limit=25';
const TRPC = `/trpc/pokemon.list?input=${encodeURIComponent(JSON.stringify({ limit: 25 }))}`;

/** Servers on one database, answering the newest 25 pokemon sales. */
export interface NewestServers {
  /** The yardstick: node:http and the same prepared statement. */
  bare: ServerProcess;
  /** The product that keeps no answers (`ANSWER_CACHE_MB=0`). */
  anew: ServerProcess;
  /** The product as it is by default. */
  cached: ServerProcess;
}

interface Contender {
  name: string;
  server: ServerProcess;
  path: string;
  /** Least ratio to the yardstick. */
  bar: number;
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
  const right = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (result.errors || right < result.requests.total)
    throw new Error(`${name}: ${result.requests.total - right} bad answers, ${result.errors} errors`);
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

/** The newest 25 over REST and tRPC, anew and with nothing changed since, against the yardstick; rounds in turn. */
export async function benchNewest({ bare, anew, cached }: NewestServers): Promise<void> {
  const contenders: Contender[] = [
    { name: 'bare node:http + pg', server: bare, path: '/', bar: 1 },
    { name: 'REST, from the database', server: anew, path: REST, bar: 0.6 },
    { name: 'tRPC, from the database', server: anew, path: TRPC, bar: 0.45 },
    { name: 'REST, nothing changed', server: cached, path: REST, bar: 4 },
    { name: 'tRPC, nothing changed', server: cached, path: TRPC, bar: 4 },
    {
      name: 'REST, nothing changed, 304',
      server: cached,
      path: REST,
      bar: 4,
      headers: { 'if-none-match': await etagOf(cached) },
      status: 304,
    },
  ];
  const figures = new Map(contenders.map((one) => [one, { rate: [], p99: [], cpu: [] } as Measured]));
  for (const [contender] of figures) await load(contender, WARM_UP_SECONDS);
  for (let done = 0; done < ROUNDS; done += 1)
    for (const [contender, measured] of figures) await round(contender, measured);
  const yardstick = median([...figures.values()][0]?.rate ?? []);
  console.info(`newest 25, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  console.table(
    [...figures].map(([{ name, bar }, { rate, p99, cpu }]) => ({
      server: name,
      'requests/s': Math.round(median(rate)),
      'ratio to bare': (median(rate) / yardstick).toFixed(2),
      bar,
      'p99 ms': median(p99),
      'CPU µs/request': Math.round(median(cpu)),
    })),
  );
}
