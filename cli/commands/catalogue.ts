import type { Command } from 'commander';
import { importItems } from '../../src/modules/catalogue/catalogue.import.ts';
import { openInput } from '../files.ts';
import { printImport } from '../import-report.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface ImportOptions extends GlobalOptions {
  dryRun?: boolean;
}

async function importCatalogue(path: string, options: ImportOptions): Promise<void> {
  const dryRun = Boolean(options.dryRun);
  const { stream } = await openInput(path);
  const report = await withServices(options, ({ scope }) => importItems(scope.em, stream, { dryRun }));
  printImport(report, 'item', Boolean(options.json), dryRun);
}

/** `catalogue`: items that only this game has. */
export function catalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('add to the items that the catalogue knows');

  catalogue
    .command('import')
    .description('add items from a CSV file; those that exist stay as they are')
    .argument('<csv>', 'the file; - is standard input')
    .option('--dry-run', 'report the same and write nothing')
    .addHelpText(
      'after',
      `
The first line names the columns: name and, as you like, category and image_url.
A line that breaks a rule is refused and named; the others are taken. Refused lines make the exit code 1.

Example:
  npm run cli -- catalogue import items.csv --dry-run`,
    )
    .action((path: string, _, command: Command) => importCatalogue(path, command.optsWithGlobals()));
}
