import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { openEmbeddedServer } from '../../src/db/embedded/server.ts';
import { createOrm } from '../../src/db/orm.ts';
import { migrate } from '../../src/db/tables/migrate.ts';
import { EVENT_CHANNEL } from '../../src/events/publish.ts';
import { createLogger } from '../../src/lib/process/logger.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { median, quantile, rounded } from '../kit/figures.ts';
import { measureApiDecisions } from './api-decisions.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 32;

const PENDING = `insert into sale (kind, name, price, date_sold, status, date_submitted)
  select 'item', 'Potion', n, '2026-03-01', 'pending', now() from generate_series(1, $1::int) n returning sale_id`;

/** An approval concerns the flags of the pending sales of its name, so names are spread like those of players. */
const PENDING_OF_ALL_ITEMS = `
  insert into sale (kind, name, item_id, price, date_sold, status, date_submitted)
  select 'item', i.name, i.item_id, 1000 + n, '2026-03-01', 'pending', now()
  from generate_series(1, $1::int) n
  join (select name, item_id, row_number() over (order by item_id) - 1 as at, count(*) over () as items from item) i
    on i.at = n % i.items
  returning sale_id`;

interface Variant {
  name: string;
  /** Whether commits get numbers. */
  isNumbered: boolean;
  /** Whether they notify other processes. */
  notifies: boolean;
}

const VARIANTS: Variant[] = [
  { name: 'neither', isNumbered: false, notifies: false },
  { name: 'NOTIFY', isNumbered: false, notifies: true },
  { name: 'number', isNumbered: true, notifies: false },
  { name: 'number and NOTIFY', isNumbered: true, notifies: true },
];

interface Figures {
  perSecond: number;
  times: number[];
}

/** Runs each work again and again, all at the same time. */
async function repeatedly(works: (() => Promise<unknown>)[]): Promise<Figures> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const start = performance.now();
  await Promise.all(
    works.map(async (work) => {
      for (let began = performance.now(); began < end; began = performance.now()) {
        await work();
        times.push(performance.now() - began);
      }
    }),
  );
  return { perSecond: (times.length / (performance.now() - start)) * 1_000, times };
}

/** A transaction that approves or returns a sale by turns, with the statements that take locks and write rows. */
function decisions(client: Client, saleId: number, { notifies }: Variant): () => Promise<unknown> {
  let isPublic = false;
  const event = JSON.stringify({ type: 'sale.changed', sale_id: saleId, status: 'approved', version: 1 });
  return () => {
    isPublic = !isPublic;
    const [status, type, at] = isPublic ? ['approved', 'approved', 'now()'] : ['pending', 'returned', 'null'];
    return client.query(`begin; select from sale where sale_id = ${saleId} for update;
      update sale set status = '${status}', decided_at = ${at}, version = version + 1 where sale_id = ${saleId};
      insert into sale_event (sale_id, type) values (${saleId}, '${type}');
      ${notifies ? `select pg_notify('${EVENT_CHANNEL}', '${event}');` : ''} commit`);
  };
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function measureCommits(url: string): Promise<void> {
  const owner = await connected(url);
  const listener = await connected(url);
  await listener.query(`listen ${EVENT_CHANNEL}`);
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected(url)));
  const { rows } = await owner.query<{ sale_id: number }>(PENDING, [VARIANTS.length * CONNECTIONS]);
  const works = VARIANTS.map((variant, v) =>
    clients.map((client, c) => decisions(client, rows[v * CONNECTIONS + c]?.sale_id ?? 0, variant)),
  );
  const found = new Map<string, Figures[]>();
  const measure = async (name: string, some: (() => Promise<unknown>)[]) => {
    const figures = await repeatedly(some);
    found.set(name, [...(found.get(name) ?? []), figures]);
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [v, { name, isNumbered }] of VARIANTS.entries()) {
      await owner.query(
        `alter table sale_change ${isNumbered ? 'enable' : 'disable'} trigger sale_change_numbered`,
      );
      await measure(`${CONNECTIONS} connections, ${name}`, works[v] ?? []);
      await measure(`1 connection, ${name}`, works[v]?.slice(0, 1) ?? []);
    }
  await Promise.all([owner, listener, ...clients].map((client) => client.end()));
  show(found);
}

function show(found: ReadonlyMap<string, Figures[]>): void {
  console.table(
    [...found].map(([what, rounds]) => {
      const times = rounds.flatMap((round) => round.times);
      return {
        what,
        'a second, median': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
        'median ms': rounded(median(times)),
        'p99 ms': rounded(quantile(times, 0.99)),
      };
    }),
  );
}

/** Decisions through the API, with everything that belongs to them. */
const measureApi = (databaseUrl: string, cluster: string): Promise<void> =>
  withClient(databaseUrl, (client) => {
    const addPending = async (count: number) => {
      const { rows } = await client.query<{ sale_id: number }>(PENDING_OF_ALL_ITEMS, [count]);
      await client.query('analyze sale');
      return rows.map(({ sale_id }) => sale_id);
    };
    return measureApiDecisions({ databaseUrl, cluster, seconds: SECONDS, rounds: ROUNDS, addPending });
  });

/**
 * Benchmarks decisions on a PostgreSQL that writes to its disk: what NOTIFY and the number of a commit cost, and how many
 * the API makes.
 */
export async function benchDecisions(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-bench-'));
  const server = await openEmbeddedServer(folder, {
    settings: ['max_connections=200'],
    logger: createLogger('error'),
  });
  console.info(`decisions, ${availableParallelism()} cores`);
  try {
    const orm = await createOrm({ url: server.ownerUrl, pool: 2 });
    await migrate(orm);
    await orm.close(true);
    await measureCommits(server.ownerUrl);
    await measureApi(server.ownerUrl, path.join(folder, 'postgres'));
  } finally {
    await server.release();
    await rm(folder, { recursive: true, force: true });
  }
}
