import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { DEMO_SALES, type DemoOptions, describeDemo } from '../../src/modules/demo/demo.service.ts';
import type { CliCommand } from '../command.ts';
import { wholeNumber } from '../flags.ts';
import { printResult, withProgress } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

async function fill(options: GlobalOptions & DemoOptions): Promise<void> {
  const report = await withServices({ ...options, creates: true }, ({ demo }) =>
    withProgress(options.sales ?? DEMO_SALES, (bar) =>
      demo.fill(options, (stored) => bar.update(stored, counted(stored, 'sale'))),
    ),
  );
  printResult(options.json, report, () => describeDemo(report));
}

export function demoCommand(program: CliCommand): void {
  program
    .command('demo')
    .description('fill a new database with generated sales and print one account of each role')
    .option(
      '--sales <number>',
      `number of sales; default: ${formatNumber(DEMO_SALES)}`,
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--seed <number>',
      'the same seed generates the same sales, with their dates counted back from now',
      wholeNumber(0, 2 ** 32 - 1),
    )
    .notes(`
The sales are generated and labelled as such. A database that already has sales is not changed (exit code 4).
The passwords are random and shown only once.`)
    .example('demo', 'demo --sales 50000 --seed 7')
    .runs(fill);
}
