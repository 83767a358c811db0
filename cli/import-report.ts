import { counted, formatCount } from '../src/contract/shared/plural.ts';
import type { ImportReport } from '../src/modules/csv-import.ts';
import { EXIT } from './errors.ts';
import { printNote, printResult } from './output.ts';

/**
 * Prints the result of an import; refused lines make the exit code 1.
 *
 * @param one the singular noun for a row, such as "sprite"
 */
export function printImport(
  report: ImportReport,
  one: string,
  json: boolean | undefined,
  dryRun: boolean,
): void {
  const { added, exists, lines } = report;
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
