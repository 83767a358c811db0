import type { Command } from 'commander';
import { openInput } from '../files.ts';
import { printImport } from '../import-report.ts';
import { action, type GlobalOptions, withServices } from '../run.ts';

interface ImportOptions extends GlobalOptions {
  dryRun?: boolean;
}

async function importCatalogue(path: string, options: ImportOptions): Promise<void> {
  const { json, dryRun = false } = options;
  const { stream } = await openInput(path);
  const report = await withServices(options, ({ itemImport }) => itemImport.run(stream, { dryRun }));
  printImport(report, 'item', json, dryRun);
}

/** `catalogue`: items that exist only in this game. */
export function catalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('extend the item catalogue');

  catalogue
    .command('import')
    .description('add items from a CSV file; existing items are not changed')
    .argument('<csv>', 'the file; - reads standard input')
    .option('--dry-run', 'validate the file and write nothing')
    .addHelpText(
      'after',
      `
The first line names the columns: name, and optionally category and image_url. Pictures must be at one of IMAGE_HOSTS;
links to pages of imgur become direct links.
Invalid lines are reported and refused; the others are imported. Refused lines make the exit code 1.

Example:
  npm run cli -- catalogue import items.csv --dry-run`,
    )
    .action(action(importCatalogue));
}
