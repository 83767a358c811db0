import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { todayUtc } from '../src/contract/dates.ts';
import { IV_PAYLOAD, STATS } from '../src/contract/ivs.ts';
import { rowFormat } from '../src/lib/row-format.ts';
import { catalogueFile, unpackCatalogue } from '../src/modules/catalogue/catalogue.data.ts';
import { type GeneratedSale, generateSales } from '../src/modules/demo/sale-generator.ts';
import { SALE_COLUMNS } from '../src/modules/sales/sale-file.ts';
import { startTestPostgres, urlOf } from '../src/testing/postgres.ts';

const LINES = Number(process.env.BENCH_LINES ?? 50_000);
const CLI = path.join(import.meta.dirname, '../cli/main.ts');

function line({ draft, status, submittedAt }: GeneratedSale) {
  const { kind, name, traits, ...common } = draft;
  const { ivs, ...others } = traits ?? {};
  return {
    ...common,
    ...others,
    ...(ivs && Object.fromEntries(STATS.map((stat) => [IV_PAYLOAD[stat], ivs[stat]]))),
    [`${kind}_name`]: name,
    status,
    date_submitted: submittedAt.toISOString(),
  };
}

function* lines() {
  const { species, items } = unpackCatalogue(catalogueFile().bytes);
  const options = { seed: 1, today: todayUtc(), submitters: 1, species, items };
  for (const sale of generateSales(LINES, options)) yield line(sale);
}

async function writeFile(file: string): Promise<void> {
  await pipeline(Readable.from(lines()), rowFormat('csv', SALE_COLUMNS), createWriteStream(file));
}

async function runCli(args: string[], settings: Record<string, string>): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The command line ended with ${code}.`);
  return (performance.now() - start) / 1000;
}

/** A CSV of sales through the command line: checked only, stored, and stored already. */
export async function benchImport(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-bench-'));
  const file = path.join(folder, 'sales.csv');
  const { postgres, stop } = await startTestPostgres();
  const settings = { DATABASE_URL: urlOf(postgres.url, postgres.template), DATA_DIR: folder };
  console.info(`import of ${LINES.toLocaleString('en-US')} lines, ${availableParallelism()} cores`);
  try {
    await writeFile(file);
    const runs = {
      'dry run': await runCli(['sales', 'import', file, '--dry-run'], settings),
      import: await runCli(['sales', 'import', file], settings),
      'import again': await runCli(['sales', 'import', file], settings),
    };
    console.table(
      Object.entries(runs).map(([run, seconds]) => ({
        run,
        seconds: Number(seconds.toFixed(1)),
        'lines/s': Math.round(LINES / seconds),
      })),
    );
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
