import path from 'node:path';
import autocannon from 'autocannon';
import { startTestPostgres, urlOf } from '../src/testing/postgres.ts';
import { fillSales } from './sales.ts';
import { ServerProcess } from './server-process.ts';

const SALES = Number(process.env.BENCH_SALES ?? 200_000);
const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 32;

const INPUT = encodeURIComponent(JSON.stringify({ limit: 25 }));
const here = (file: string) => path.join(import.meta.dirname, file);

interface Contender {
  name: string;
  server: ServerProcess;
  path: string;
  rate: number[];
  p99: number[];
  cpu: number[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function round(contender: Contender): Promise<void> {
  const before = contender.server.cpuSeconds();
  const result = await autocannon({
    url: `${contender.server.url}${contender.path}`,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result.non2xx || result.errors) throw new Error(`${contender.name}: ${result.non2xx} bad answers`);
  contender.rate.push(result.requests.average);
  contender.p99.push(result.latency.p99);
  contender.cpu.push(((contender.server.cpuSeconds() - before) * 1e6) / result.requests.total);
}

/** The newest 25 pokemon sales over REST and tRPC against a bare server on the same database, rounds in turn. */
export async function benchNewest(): Promise<void> {
  const { postgres, stop } = await startTestPostgres();
  const url = urlOf(postgres.url, postgres.template);
  const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn', DATA_DIR: here('../data/bench') };
  console.info(`newest 25 of ${SALES.toLocaleString('en-US')} sales, ${CONNECTIONS} connections`);
  await fillSales(url, SALES);
  const bare = await ServerProcess.start(here('yardsticks/bare-server.ts'), settings, '/');
  const product = await ServerProcess.start(here('../src/main.ts'), settings, '/readyz');
  const contender = (name: string, server: ServerProcess, route: string): Contender => ({
    name,
    server,
    path: route,
    rate: [],
    p99: [],
    cpu: [],
  });
  const contenders = [
    contender('bare node:http + pg', bare, '/'),
    contender('REST /api/pokemon', product, '/api/pokemon?limit=25'),
    contender('tRPC pokemon.list', product, `/trpc/pokemon.list?input=${INPUT}`),
  ];
  try {
    for (let done = 0; done < ROUNDS; done += 1) for (const one of contenders) await round(one);
    const yardstick = median(contenders[0]?.rate ?? []);
    console.table(
      contenders.map(({ name, rate, p99, cpu }) => ({
        server: name,
        'requests/s': Math.round(median(rate)),
        'ratio to bare': (median(rate) / yardstick).toFixed(2),
        'p99 ms': median(p99),
        'CPU µs/request': Math.round(median(cpu)),
      })),
    );
  } finally {
    await bare.stop();
    await product.stop();
    await stop();
  }
}
