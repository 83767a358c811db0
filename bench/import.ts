import { availableParallelism } from 'node:os';
import path from 'node:path';
import { formatNumber } from '../src/contract/shared/plural.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { withDatabase } from './kit/database.ts';
import { writeSalesFile } from './kit/sales-file.ts';

const LINES = Number(process.env.BENCH_LINES ?? 50_000);

/** @returns the seconds that the command took */
async function timed(args: string[], settings: Record<string, string>): Promise<number> {
  const start = performance.now();
  const { code, stderr } = await runCli(args, { settings });
  if (code !== 0) throw new Error(`The command exited with ${code}: ${stderr}`);
  return (performance.now() - start) / 1000;
}

/** Imports a CSV of sales through the command line: as a dry run, for real, and a second time. */
export async function benchImport(): Promise<void> {
  await withDatabase(async (database) => {
    const file = path.join(database.folder, 'sales.csv');
    const { settings } = database;
    console.info(`import of ${formatNumber(LINES)} lines, ${availableParallelism()} cores`);
    await writeSalesFile(file, LINES);
    const runs = {
      'dry run': await timed(['sales', 'import', file, '--dry-run'], settings),
      import: await timed(['sales', 'import', file], settings),
      'import again': await timed(['sales', 'import', file], settings),
    };
    console.table(
      Object.entries(runs).map(([run, seconds]) => ({
        run,
        seconds: Number(seconds.toFixed(1)),
        'lines/s': Math.round(LINES / seconds),
      })),
    );
  });
}
