import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { counted, formatCount } from '../src/contract/shared/plural.ts';
import type { ImportReport } from '../src/modules/csv-import.ts';
import type { Services } from '../src/runtime/services.ts';
import { EXIT } from './errors.ts';
import { openInput } from './files.ts';
import { printNote, printResult } from './output.ts';
import { action, type GlobalOptions, withServices } from './run.ts';

interface ImportOptions extends GlobalOptions {
  dryRun?: boolean;
}

/** A command that adds rows of a CSV file. */
interface ImportCommand {
  /** The singular noun for a row, such as "sprite". */
  one: string;
  description: string;
  /** Help after the options. */
  help: string;
  importerOf: (services: Services) => {
    run(csv: Readable, options: { dryRun: boolean }): Promise<ImportReport>;
  };
}

/** Prints the result of an import; refused lines make the exit code 1. */
function printReport({ added, exists, lines }: ImportReport, one: string, options: ImportOptions): void {
  const { json, dryRun = false } = options;
  const refused = lines.flatMap(({ line, name, status, message }) =>
    status === 'refused' ? [{ line, name, message: message ?? '' }] : [],
  );
  if (!json) for (const { line, message } of refused) printNote(`line ${line}: ${message}`);
  printResult(json, { dry_run: dryRun, added, exists, refused }, () =>
    [
      `${counted(added, one)} ${dryRun ? 'would be added' : 'added'}`,
      `${formatCount(exists)} already present`,
      `${counted(refused.length, 'line')} refused`,
    ].join(', '),
  );
  if (refused.length) process.exitCode = EXIT.failed;
}

/** Adds the command `import` to a group of commands. */
export function addImportCommand(
  group: Command,
  { one, description, help, importerOf }: ImportCommand,
): void {
  async function runImport(path: string, options: ImportOptions): Promise<void> {
    const { dryRun = false } = options;
    const { stream } = await openInput(path);
    const report = await withServices(options, (services) => importerOf(services).run(stream, { dryRun }));
    printReport(report, one, options);
  }
  group
    .command('import')
    .description(description)
    .argument('<csv>', 'the file; - reads standard input')
    .option('--dry-run', 'validate the file and write nothing')
    .addHelpText('after', help)
    .action(action(runImport));
}
