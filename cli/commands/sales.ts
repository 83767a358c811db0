import { Option } from 'commander';
import { FILTER_DEFINITIONS, type FilterDefinition } from '../../src/contract/market/filter-fields.ts';
import { reversedRangesMessage } from '../../src/contract/market/filter-labels.ts';
import { ABOUT } from '../../src/contract/query/field-words.ts';
import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { keysOf } from '../../src/contract/shared/record.ts';
import { domainErrorOf } from '../../src/db/constraints.ts';
import { DomainError } from '../../src/lib/errors.ts';
import { ROW_FORMATS, type RowFormat } from '../../src/lib/row-format.ts';
import { type SaleExportFilter, zSaleExport } from '../../src/modules/sale-files/sale-export.service.ts';
import { SALE_FILE } from '../../src/modules/sale-files/sale-file.ts';
import type { SaleImportReport } from '../../src/modules/sale-files/sale-import.service.ts';
import type { Services } from '../../src/runtime/services.ts';
import type { CliCommand } from '../command.ts';
import { EXIT, UsageError } from '../errors.ts';
import { openInput } from '../files.ts';
import { parseFlags } from '../flags.ts';
import { type ImportOptions, importCommand } from '../import-command.ts';
import { printNote, printResult, withProgress } from '../output.ts';
import { formatNamedBy, outOption, printExport, writeRows } from '../row-output.ts';
import { type GlobalOptions, withInterruption, withServices } from '../run.ts';

interface SaleImportOptions extends ImportOptions {
  withoutSubmitters?: boolean;
}

interface ExportOptions extends GlobalOptions {
  out?: string;
  format?: RowFormat;
}

async function importSales(path: string, options: SaleImportOptions): Promise<void> {
  const { json, dryRun = false, withoutSubmitters = false } = options;
  const { stream, bytes, bytesRead } = await openInput(path);
  const refused: { line: number; message: string }[] = [];
  const print = (report: SaleImportReport) =>
    printResult(json, { dry_run: dryRun, ...report, refused }, () =>
      [
        `${counted(report.lines, 'line')}: ${formatNumber(report.added)} ${dryRun ? 'would be added' : 'added'}`,
        `${formatNumber(report.exists)} already present`,
        `${formatNumber(report.refused)} refused`,
      ].join(', '),
    );
  let soFar: SaleImportReport | undefined;
  const printLeft = () => {
    if (!soFar) return;
    print(soFar);
    if (!json && !dryRun) printNote('Interrupted; importing the file again will not add these sales again.');
  };
  const run = ({ saleImport }: Services) =>
    withProgress(bytes, (bar) =>
      saleImport.run(stream, {
        dryRun,
        withoutSubmitters,
        onRefused: (refusal) => {
          if (json) refused.push(refusal);
          else bar.note(`line ${refusal.line}: ${refusal.message}`);
        },
        onProgress: (report) => {
          soFar = report;
          bar.update(bytesRead(), counted(report.lines, 'line'));
        },
      }),
    );
  const report = await withInterruption(printLeft, () =>
    withServices({ ...options, creates: true }, run),
  ).catch((error: unknown) => {
    const known = domainErrorOf(error);
    if (!known || !refused.length) throw error;
    const details = [known.message, ...refused.map(({ line, message }) => `line ${line}: ${message}`)];
    throw new DomainError(known.kind, known.code, known.message, { details });
  });
  print(report);
  if (report.refused) process.exitCode = EXIT.failed;
}

const FILTERS = keysOf(zSaleExport.shape);
const flagOf = (field: string) => field.replaceAll('_', '-');
/** The property name that commander gives to a flag. */
const optionOf = (field: string) => field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Help with examples, where the description of the field has none. */
const FILTER_HELP: Partial<Record<keyof SaleExportFilter, string>> = {
  kind: 'item or pokemon',
  name: 'the name contains this text',
  exact: 'true: the whole name must match',
  submitter: "the submitter's name contains this text",
  status: 'pending, approved or rejected; default: all',
  date_from: 'sold on or after this day, such as 2026-03-12',
  date_to: 'sold on or before this day',
  proof: 'with or without',
  nature: 'such as Adamant',
  ability: 'such as Rough Skin',
  form: 'such as Alola',
  hidden_power: 'the type of the hidden power, such as Ice',
  min_perfect_ivs: 'at least this many IVs are 31',
};

const ownHelp = ({ op, field }: FilterDefinition): string =>
  ({ '=': ABOUT[field.name], '>=': 'at least this', '<=': 'at most this' })[op];

function helpOf(param: keyof SaleExportFilter): string {
  const filter = FILTER_DEFINITIONS.find((definition) => definition.param === param);
  return FILTER_HELP[param] ?? (filter ? ownHelp(filter) : '');
}

function filterOf(options: Record<string, unknown>): SaleExportFilter {
  const values = Object.fromEntries(FILTERS.map((field) => [field, options[optionOf(field)]]));
  const filter = parseFlags(zSaleExport, values, flagOf);
  const reversed = reversedRangesMessage(filter);
  if (reversed) throw new UsageError(reversed);
  return filter;
}

async function exportSales(options: ExportOptions): Promise<void> {
  const { json, out } = options;
  if (json && !out && options.format && options.format !== 'json')
    throw new UsageError('--json prints JSON: leave it out, or give --out for another format');
  const format = options.format ?? formatNamedBy(out) ?? (json && !out ? 'json' : 'csv');
  const filter = filterOf({ ...options });
  const exported = await withServices(options, async ({ saleExport }) => {
    const { total, rows } = await saleExport.open(filter);
    return writeRows(rows, { out, format, columns: SALE_FILE.columns, total, one: 'sale' });
  });
  printExport(exported, { out, format, one: 'sale' }, json);
}

/** The columns of a file, in lines as long as the text around them. */
const COLUMN_HELP = SALE_FILE.columns.join(', ').replace(/(.{1,110})(?: |$)/g, '\n$1');

export function salesCommands(program: CliCommand): void {
  const sales = program.command('sales').description('import sales from a file or export them to one');

  importCommand(sales, 'add sales from a CSV file of any size; importing the same file again adds nothing')
    .option(
      '--without-submitters',
      'leave out the submitters: for sales from another database, with other accounts',
    )
    .notes(`
Columns, in any order:${COLUMN_HELP}

The first line names the columns; an unknown column is an error, and nothing is imported. Each line needs item_name or
pokemon_name. An empty status means pending. submitted_by_username must be an existing account, unless
--without-submitters is given.
Each line is validated like a submission. Invalid lines are reported and refused; the others are imported. Refused
lines make the exit code 1.

Old sales notify nobody: a sale matches only follows that were created before the day it was sold.

Lines of an earlier import are recognised, and so are those of an export of this database whose sales have not changed
since.`)
    .example(
      'sales import sales.csv --dry-run',
      'gunzip -c sales.csv.gz | npm run -s cli -- sales import - --json',
    )
    .runs(importSales);

  const toFile = sales
    .command('export')
    .description('write sales to standard output or a file; the CSV can be imported into another database')
    .addOption(outOption())
    .addOption(
      new Option(
        '--format <format>',
        'default: by the extension of --out, otherwise csv; json with --json and no --out',
      ).choices(ROW_FORMATS),
    );
  for (const field of FILTERS) toFile.option(`--${flagOf(field)} <value>`, helpOf(field));
  toFile
    .notes(`
Columns of a CSV file:${COLUMN_HELP}

Text that a spreadsheet would run as a formula is prefixed with '; the import removes the prefix.`)
    .example(
      'npm run -s cli -- sales export --status approved > sales.csv',
      'sales export --kind pokemon --min-perfect-ivs 5 --out perfect.ndjson',
    )
    .runs(exportSales);
}
