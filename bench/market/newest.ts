import { median, rounded } from '../kit/figures.ts';
import { CONNECTIONS, type Load, load } from '../kit/load.ts';
import type { ServerProcess } from '../kit/server-process.ts';

/** Many short rounds: a baseline and what is compared with it then meet the same moments of a machine that others use too. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const SECONDS = 1;
/** Unmeasured load before the first round: V8 has compiled what a server needs most after about this time. */
const WARM_UP_SECONDS = 10;

export const NEWEST = '/api/pokemon?limit=25';
const TRPC = `/trpc/pokemon.list?input=${encodeURIComponent(JSON.stringify({ limit: 25 }))}`;

/** Servers of the newest 25 pokemon sales. */
export interface NewestServers {
  /** The baseline from memory: node:http that sends a copy of the product's response. */
  fixed: ServerProcess;
  /** The baseline from the database: node:http and the same prepared statement. */
  bare: ServerProcess;
  /** The product without the public cache (`ANSWER_CACHE_MB=0`). */
  uncached: ServerProcess;
  /** The product with default settings, with metrics and the log at its default level. */
  cached: ServerProcess;
}

interface Contender extends Pick<Load, 'headers' | 'status'> {
  name: string;
  server: ServerProcess;
  path: string;
  /** What it is compared with, and the minimum ratio of requests a second; none for a baseline. */
  baseline?: string;
  budget?: number;
}

interface Measured {
  rate: number[];
  p99: number[];
  cpu: number[];
}

const loadOf = ({ server, path, headers, status }: Contender): Load => ({
  url: `${server.url}${path}`,
  headers,
  status,
});

async function round(contender: Contender, measured: Measured): Promise<void> {
  const before = contender.server.cpuSeconds();
  const { requests, perSecond, p99Ms } = await load(loadOf(contender), SECONDS);
  measured.rate.push(perSecond);
  measured.p99.push(p99Ms);
  measured.cpu.push(((contender.server.cpuSeconds() - before) * 1e6) / requests);
}

async function etagOf({ url }: ServerProcess): Promise<string> {
  const { headers } = await fetch(`${url}${NEWEST}`, { headers: { 'accept-encoding': 'identity' } });
  return headers.get('etag') ?? '';
}

const FIXED = 'static buffer';
const BARE = 'bare node:http + pg';

export interface NewestFigures {
  server: string;
  'requests/s': number;
  'CPU µs/request': number;
  'p99 ms': number;
  /** Of the requests a second to those of the baseline in the same round, the median; empty for a baseline. */
  ratio: string;
  'compared with': string;
  budget: number | '';
}

/** Loads the contenders in turn, a baseline among them. */
async function compare(contenders: readonly Contender[]): Promise<NewestFigures[]> {
  const figures = new Map(contenders.map((one) => [one, { rate: [], p99: [], cpu: [] } as Measured]));
  for (const contender of contenders) await load(loadOf(contender), WARM_UP_SECONDS);
  for (let done = 0; done < ROUNDS; done += 1)
    for (const [contender, measured] of figures) await round(contender, measured);
  const rates = new Map([...figures].map(([{ name }, { rate }]) => [name, rate]));
  return [...figures].map(([{ name, baseline, budget }, { rate, p99, cpu }]) => {
    const compared = baseline === undefined ? undefined : rates.get(baseline);
    return {
      server: name,
      'requests/s': Math.round(median(rate)),
      'CPU µs/request': Math.round(median(cpu)),
      'p99 ms': rounded(median(p99)),
      ratio: compared ? median(rate.map((one, index) => one / (compared[index] ?? 0))).toFixed(2) : '',
      'compared with': baseline ?? '',
      budget: budget ?? '',
    };
  });
}

/** Compares the newest 25 sales over REST and tRPC, from the database and from memory, with a baseline each. */
export async function measureNewest(servers: NewestServers): Promise<NewestFigures[]> {
  const { fixed, bare, uncached, cached } = servers;
  const known = { headers: { 'if-none-match': await etagOf(cached) }, status: 304 };
  const whole = { headers: {}, status: 200 };
  const fromMemory: Contender[] = [
    { name: FIXED, server: fixed, path: '/', ...whole },
    { name: 'static 304', server: fixed, path: '/', ...known },
    { name: 'REST, from memory', server: cached, path: NEWEST, ...whole, baseline: FIXED, budget: 0.8 },
    { name: 'tRPC, from memory', server: cached, path: TRPC, ...whole, baseline: FIXED, budget: 0.8 },
    { name: 'REST, 304', server: cached, path: NEWEST, ...known, baseline: FIXED, budget: 0.9 },
  ];
  const fromDatabase: Contender[] = [
    { name: BARE, server: bare, path: '/', ...whole },
    {
      name: 'REST, from the database',
      server: uncached,
      path: NEWEST,
      ...whole,
      baseline: BARE,
      budget: 0.9,
    },
    { name: 'tRPC, from the database', server: uncached, path: TRPC, ...whole, baseline: BARE, budget: 0.9 },
  ];
  console.info(`newest 25, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  return [...(await compare(fromMemory)), ...(await compare(fromDatabase))];
}
