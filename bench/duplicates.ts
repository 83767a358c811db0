import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../src/config.ts';
import { createLogger } from '../src/lib/logger.ts';
import { continueScan } from '../src/modules/duplicates/scan-run.ts';
import { createRuntime, disconnect, type Runtime } from '../src/runtime/runtime.ts';
import { systemServices } from '../src/runtime/services.ts';
import { startTestPostgres, urlOf } from '../src/testing/servers/postgres.ts';
import { fillWithDuplicates } from './duplicate-sales.ts';

const SALES = Number(process.env.BENCH_SALES ?? 1_000_000);
const ROUNDS = 5;
/** A scan takes at most so many times as long as the bare statement. */
const GOAL = 1.5;

/** What a scan looks for, in one statement: the yardstick. */
const PLAIN = `
  select kind, array_agg(sale_id) as sale_ids from sale
  where deleted_at is null and status <> 'rejected'
  group by kind, lower(name), price, date_sold, form, nature, ability, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv,
    spdef_iv, speed_iv
  having count(*) > 1`;

interface Contender {
  name: string;
  /** Answers how many groups there are. */
  run: () => Promise<number>;
  took: number[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The bare statement; its groups stay with the server, as a scan's do. */
const plain =
  ({ orm }: Runtime, memory: string) =>
  () =>
    orm.em.fork().transactional(async (em) => {
      await em.execute(`set local work_mem = '${memory}'`);
      const [row] = await em.execute<{ groups: number }[]>(
        `select count(sale_ids)::int as groups from (${PLAIN}) found`,
      );
      return row?.groups ?? 0;
    });

/** From the request to the last step, its bookkeeping included. */
const scan = (runtime: Runtime) => async () => {
  const scans = () => systemServices(runtime, 'bench').duplicateScan;
  const scanId = await scans().start();
  for await (const _step of continueScan(scans, scanId));
  const [row] = await runtime.orm.em
    .fork()
    .execute<{ groups: number }[]>('select count(*)::int as groups from duplicate_group');
  return row?.groups ?? 0;
};

async function measure(runtime: Runtime): Promise<void> {
  const [large, usual, product]: [Contender, Contender, Contender] = [
    { name: "GROUP BY, with the scan's memory", run: plain(runtime, '64MB'), took: [] },
    { name: "GROUP BY, with the server's memory", run: plain(runtime, '4MB'), took: [] },
    { name: 'scan', run: scan(runtime), took: [] },
  ];
  const found = new Set<number>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { run, took } of [large, usual, product]) {
      const start = performance.now();
      found.add(await run());
      // The first round warms the memory up.
      if (round > 0) took.push((performance.now() - start) / 1000);
    }
  const yardstick = Math.min(median(large.took), median(usual.took));
  const holds = median(product.took) <= GOAL * yardstick && found.size === 1;
  console.table(
    [large, usual, product].map(({ name, took }) => ({
      name,
      'median s': median(took).toFixed(2),
      'slowest s': Math.max(...took).toFixed(2),
      ratio: (median(took) / yardstick).toFixed(2),
    })),
  );
  console.info(`groups found: ${[...found].map((groups) => groups.toLocaleString('en-US')).join(' or ')}`);
  console.info(`goal (ratio ≤ ${GOAL}, the same groups): ${holds ? 'held' : 'missed'}`);
  if (!holds) process.exitCode = 1;
}

/** A scan for duplicates beside the statement that finds them, in turns; ends with an error when the goal is missed. */
export async function benchDuplicates(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-bench-'));
  const { postgres, stop } = await startTestPostgres();
  const databaseUrl = urlOf(postgres.url, postgres.template);
  try {
    console.info(`duplicates among ${SALES.toLocaleString('en-US')} generated sales`);
    await fillWithDuplicates(databaseUrl, SALES);
    const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'error' });
    const runtime = await createRuntime({ config, databaseUrl, logger: createLogger(config.logLevel) });
    try {
      await measure(runtime);
    } finally {
      runtime.limits.close();
      await disconnect(runtime);
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
