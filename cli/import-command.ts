import type { Readable } from 'node:stream';
import { counted, formatNumber } from '../src/contract/shared/plural.ts';
import type { ImportReport } from '../src/modules/csv-import.ts';
import type { Services } from '../src/runtime/services.ts';
import type { CliCommand } from './command.ts';
import { EXIT } from './errors.ts';
import { openInput } from './files.ts';
import { printNote, printResult } from './output.ts';
import { type GlobalOptions, withServices } from './run.ts';

export interface ImportOptions extends GlobalOptions {
  dryRun?: boolean;
}

/** The command `import` of a group, without its action. */
export const importCommand = (group: CliCommand, description: string): CliCommand =>
  group
    .command('import')
    .description(description)
    .argument('<csv>', 'the file; - reads standard input')
    .option('--dry-run', 'validate the file and write nothing');

interface Importer {
  run(csv: Readable, options: { dryRun: boolean }): Promise<ImportReport>;
}

/**
 * The action of an import whose report is one result. Refused lines make the exit code 1.
 *
 * @param one the singular noun for a row, such as "sprite"
 */
export const importAction =
  (one: string, importerOf: (services: Services) => Importer) =>
  async (path: string, options: ImportOptions): Promise<void> => {
    const { json, dryRun = false } = options;
    const { stream } = await openInput(path);
    const run = (services: Services) => importerOf(services).run(stream, { dryRun });
    const { added, exists, refused } = await withServices({ ...options, creates: true }, run);
    if (!json) for (const { line, message } of refused) printNote(`line ${line}: ${message}`);
    printResult(json, { dry_run: dryRun, added, exists, refused }, () =>
      [
        `${counted(added, one)} ${dryRun ? 'would be added' : 'added'}`,
        `${formatNumber(exists)} already present`,
        `${counted(refused.length, 'line')} refused`,
      ].join(', '),
    );
    if (refused.length) process.exitCode = EXIT.failed;
  };
