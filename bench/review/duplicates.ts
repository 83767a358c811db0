import { formatNumber } from '../../src/contract/shared/plural.ts';
import { continueScan } from '../../src/modules/duplicates/duplicate-scan.service.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';
import { withDatabase, withRuntime } from '../kit/database.ts';
import { median } from '../kit/figures.ts';
import { fillWithDuplicates } from './duplicate-sales.ts';

const SALES = Number(process.env.BENCH_SALES ?? 1_000_000);
const ROUNDS = 5;
/** The duration of a scan is at most this multiple of the plain statement's. */
const BUDGET = 1.5;

/** The baseline: one statement that finds the same groups as a scan. */
const PLAIN = `
  select kind, array_agg(sale_id) as sale_ids from sale
  where deleted_at is null and status <> 'rejected'
  group by kind, name_key, price, date_sold, form, nature, ability, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv,
    spdef_iv, speed_iv
  having count(*) > 1`;

interface Contender {
  name: string;
  /** Returns the number of groups. */
  run: () => Promise<number>;
  seconds: number[];
}

/** Runs the plain statement. Its groups stay in the database, like those of a scan. */
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

/** Runs a whole scan, from the request to the last step. */
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
    { name: "GROUP BY, with the scan's memory", run: plain(runtime, '64MB'), seconds: [] },
    { name: "GROUP BY, with the server's memory", run: plain(runtime, '4MB'), seconds: [] },
    { name: 'scan', run: scan(runtime), seconds: [] },
  ];
  const found = new Set<number>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { run, seconds } of [large, usual, product]) {
      const start = performance.now();
      found.add(await run());
      // The first round is a warm-up.
      if (round > 0) seconds.push((performance.now() - start) / 1000);
    }
  const baseline = Math.min(median(large.seconds), median(usual.seconds));
  const holds = median(product.seconds) <= BUDGET * baseline && found.size === 1;
  console.table(
    [large, usual, product].map(({ name, seconds }) => ({
      name,
      'median s': median(seconds).toFixed(2),
      'slowest s': Math.max(...seconds).toFixed(2),
      ratio: (median(seconds) / baseline).toFixed(2),
    })),
  );
  console.info(`groups found: ${[...found].map((groups) => formatNumber(groups)).join(' or ')}`);
  console.info(`budget (ratio ≤ ${BUDGET}, the same groups): ${holds ? 'met' : 'missed'}`);
  if (!holds) process.exitCode = 1;
}

/** Compares a scan for duplicates with a plain statement, in alternating rounds. Fails when the budget is missed. */
export async function benchDuplicates(): Promise<void> {
  await withDatabase(async (database) => {
    console.info(`duplicates among ${formatNumber(SALES)} generated sales`);
    await fillWithDuplicates(database.url, SALES);
    await withRuntime(database.settings, measure);
  });
}
