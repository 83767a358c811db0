import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { zMarketFilter } from '../../src/contract/market/sale-filter.ts';
import { filterPredicate } from '../../src/contract/query/matches-filter.ts';
import { todayUtc } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { call } from '../../src/testing/clients/rest-client.ts';
import { createAdmin } from '../kit/account.ts';
import { addPending } from '../kit/approvals.ts';
import { withDatabase } from '../kit/database.ts';
import { median, quantile, rounded } from '../kit/figures.ts';
import { sampledSearches } from '../kit/follow-data.ts';
import { fillMarket } from '../kit/market-data.ts';
import { waitUntilReady } from '../kit/server-process.ts';
import type { Arrival, Order } from './live-client.ts';
import type { Watched } from './watched-server.ts';

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 10_000);
const SALES = Number(process.env.BENCH_SALES ?? 40_000);
const CLIENTS = 2;
const APPROVALS = 20;
const BUDGET = { lastMs: 1_000, blockMs: 50 };
/** A socket that has not received a sale by then has missed it. */
const PATIENCE_MS = 10_000;
const here = (file: string) => path.join(import.meta.dirname, file);

const now = () => performance.timeOrigin + performance.now();

/** Sends a message to a child process and waits for its answer. */
async function ask<Answer>(child: ChildProcess, message: Order | 'report'): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}

const report = (server: ChildProcess) => ask<Watched>(server, 'report');

interface Scene {
  url: string;
  server: ChildProcess;
  clients: readonly ChildProcess[];
  token: string;
}

const shareOf = <Item>(items: readonly Item[], client: number): Item[] =>
  items.filter((_, i) => i % CLIENTS === client);

/** Approves a sale. @returns how long it took until each socket that shows it had it, in milliseconds */
async function delivered(scene: Scene, saleId: number, filters: readonly object[]): Promise<number[]> {
  const { url, clients, token } = scene;
  const start = now();
  const { status, body } = await call({ url }, 'PATCH', `/pokemon/${saleId}/status`, {
    token,
    body: { status: 'approved' },
  });
  if (status !== 200) throw new Error(`The approval was refused: ${status}`);
  const expected = filters.filter((filter) =>
    filterPredicate(zMarketFilter.parse(filter))({ kind: 'pokemon', ...body }, todayUtc(new Date())),
  ).length;
  const times: number[] = [];
  while (times.length < expected) {
    if (now() - start > PATIENCE_MS) throw new Error(`${times.length} of ${expected} sockets have the sale.`);
    await setTimeout(100);
    for (const client of clients)
      for (const [, arrived, at] of await ask<Arrival[]>(client, { type: 'arrivals' }))
        if (arrived === saleId) times.push(at - start);
  }
  if (times.length > expected) throw new Error(`${times.length} sockets have a sale of ${expected}.`);
  return times;
}

async function measure(scene: Scene, what: string, saleIds: readonly number[], filters: readonly object[]) {
  await report(scene.server);
  await setTimeout(200);
  const times: number[] = [];
  const last: number[] = [];
  for (const saleId of saleIds) {
    const arrived = await delivered(scene, saleId, filters);
    times.push(...arrived);
    if (arrived.length) last.push(Math.max(...arrived));
  }
  const { longestBlock, cpuMs } = await report(scene.server);
  console.table([
    {
      what,
      'updates sent': times.length,
      'median ms': rounded(median(times)),
      'p99 ms': rounded(quantile(times, 0.99)),
      [`last ms (budget: ${BUDGET.lastMs})`]: rounded(Math.max(...last)),
      [`longest block of the event loop, ms (budget: ${BUDGET.blockMs})`]: rounded(longestBlock),
      'CPU of the server per approval, ms': rounded(cpuMs / saleIds.length),
    },
  ]);
  if (Math.max(...last) > BUDGET.lastMs || longestBlock > BUDGET.blockMs) process.exitCode = 1;
}

async function run(databaseUrl: string, scene: Scene): Promise<void> {
  const { url, server, clients } = scene;
  const searches = await sampledSearches(databaseUrl, SOCKETS);
  const empty = await report(server);
  const openedAt = performance.now();
  await Promise.all(
    clients.map((client, i) => ask(client, { type: 'open', url, filters: shareOf(searches, i) })),
  );
  const seconds = (performance.now() - openedAt) / 1_000;
  // What only opening needs is gone then.
  await setTimeout(2_000);
  const open = await report(server);
  const perSocket = (of: 'rss' | 'heapUsed') =>
    Math.round((open.memory[of] - empty.memory[of]) / searches.length / 100) / 10;
  console.table([
    {
      sockets: searches.length,
      'different filters': new Set(searches.map((search) => JSON.stringify(search))).size,
      'opened in s': seconds.toFixed(1),
      'kB of memory per socket': perSocket('rss'),
      'kB of heap per socket': perSocket('heapUsed'),
      'longest block while opening, ms': rounded(open.longestBlock),
    },
  ]);
  const saleIds = await addPending(databaseUrl, APPROVALS * 2);
  await measure(scene, 'sales that some sockets show', saleIds.slice(0, APPROVALS), searches);
  const all = searches.map((_, i) => ({ kind: 'pokemon', max_price: LIMITS.price.max - i }));
  await Promise.all(clients.map((client, i) => ask(client, { type: 'also', filters: shareOf(all, i) })));
  await measure(scene, 'sales that every socket shows', saleIds.slice(APPROVALS), [...searches, ...all]);
}

/** How long an approval takes to reach thousands of sockets of one process, each with its own filter. */
export const benchLive = (): Promise<void> =>
  withDatabase(async (database) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = { ...database.settings, LOG_LEVEL: 'error' };
    const children: ChildProcess[] = [];
    const start = (file: string, env: Record<string, string>, execArgv: string[] = []) => {
      const child = fork(here(file), {
        env: { ...process.env, ...env },
        execArgv,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced',
      });
      children.push(child);
      return child;
    };
    try {
      await fillMarket(database.url, { pokemon: SALES / 2, items: SALES / 2 });
      const limits = { RATE_LIMIT_FACTOR: '1000000', MAX_CONNECTIONS: '100000' };
      const server = start('watched-server.ts', { ...settings, ...limits, PORT: `${port}` }, ['--expose-gc']);
      await waitUntilReady(`${url}/readyz`, server);
      const token = await createAdmin(url, settings);
      const clients = Array.from({ length: CLIENTS }, () => start('live-client.ts', {}));
      await run(database.url, { url, server, clients, token });
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  });
