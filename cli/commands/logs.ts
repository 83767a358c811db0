import { Option } from 'commander';
import { z } from 'zod';
import { LOG_LEVELS, LOG_SCOPES, type LogEntry, logFilters } from '../../src/contract/admin/logs.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { zOneOf } from '../../src/contract/shared/primitives.ts';
import { ROW_FORMATS, type RowFormat } from '../../src/lib/row-format.ts';
import { isReversed, type LogFilter } from '../../src/modules/logs/log.filter.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { parseFlags, wholeNumber } from '../flags.ts';
import { LogTail } from '../log-tail.ts';
import { jsonText, printLine, printNote, printResult } from '../output.ts';
import { formatNamedBy, outOption, printExport, writeRows } from '../row-output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface FilterOptions extends GlobalOptions {
  category?: string;
  level?: string;
  from?: string;
  to?: string;
  user?: string;
  search?: string;
}

interface ExportOptions extends FilterOptions {
  format?: RowFormat;
  out?: string;
}

/** Without a category, it selects lines of all categories. */
const zFilter = z.strictObject({
  category: zOneOf('category', LOG_SCOPES).optional(),
  ...logFilters,
});

const TIME_FLAGS: Record<string, string> = { startDate: 'from', endDate: 'to' };

function filterOf({ category, level, from, to, user, search }: FilterOptions): LogFilter {
  const values = { category, level, startDate: from, endDate: to, user, search };
  const filter = parseFlags(zFilter, values, (field) => TIME_FLAGS[field] ?? field);
  if (isReversed(filter)) throw new UsageError('--from must not be after --to');
  return filter;
}

const COLUMNS = ['timestamp', 'level', 'category', 'user', 'ip', 'message', 'id', 'metadata'];

/** CSV cells are text, so metadata is serialised. */
async function* asCells(rows: AsyncIterable<LogEntry>) {
  for await (const { metadata, ...row } of rows) yield { ...row, metadata: JSON.stringify(metadata) };
}

async function exportLogs(options: ExportOptions): Promise<void> {
  const { json, out } = options;
  const format = options.format ?? formatNamedBy(out) ?? (out ? 'csv' : 'json');
  const filter = filterOf(options);
  const exported = await withServices(options, async ({ logs }) => {
    const total = out ? await logs.count(filter) : 0;
    const rows = logs.exported(filter);
    const shown = format === 'csv' ? asCells(rows) : rows;
    return writeRows(shown, { out, format, columns: COLUMNS, total, one: 'line' });
  });
  printExport(exported, { out, format, one: 'line' }, json);
}

/** One line of text: time, level, category, user and IP address, message, metadata. */
function lineText({ timestamp, level, category, user, ip, message, metadata }: LogEntry): string {
  const { user: _user, ip: _ip, ...rest } = metadata;
  const origin = [user, ip].filter(Boolean).join('@');
  const details = Object.keys(rest).length ? JSON.stringify(rest) : '';
  return [timestamp, level.toUpperCase().padEnd(5), category.padEnd(8), origin || '–', message, details]
    .filter(Boolean)
    .join('  ')
    .replaceAll('\n', ' ');
}

async function tail(options: FilterOptions & { lines: number; follow?: boolean }): Promise<void> {
  const { json } = options;
  const filter = filterOf(options);
  await withServices(options, async ({ logs }) => {
    const log = new LogTail(logs, filter);
    const lines = await log.last(options.lines);
    if (!options.follow) {
      printResult(json, lines, () => lines.map(lineText).join('\n') || 'No lines.');
      return;
    }
    const ended = new AbortController();
    const end = () => ended.abort();
    process.stdout.once('error', end);
    process.once('SIGINT', end).once('SIGTERM', end);
    const show = (line: LogEntry) => printLine(json ? jsonText(line) : lineText(line));
    lines.forEach(show);
    const onOutage = () => printNote('The database does not respond. New lines follow when it does.');
    for await (const line of log.next(ended.signal, onOutage)) show(line);
  });
}

const categoryOption = () => new Option('--category <category>', 'default: all').choices(LOG_SCOPES);
const levelOption = () =>
  new Option('--level <level>', 'only lines of this level; default: all').choices(['all', ...LOG_LEVELS]);

export function logsCommands(program: CliCommand): void {
  const logs = program.command('logs').description('show and export the log');

  logs
    .command('export')
    .description('write log lines to standard output or a file, oldest first')
    .addOption(categoryOption())
    .addOption(levelOption())
    .option('--from <when>', 'at or after this time, such as 2026-03-12 or 2026-03-12T18:00 (UTC)')
    .option('--to <when>', 'at or before this time; a date includes the whole day')
    .option('--user <text>', 'the user or target contains this text')
    .option('--search <text>', 'the message or its metadata contains this text')
    .addOption(outOption())
    .addOption(
      new Option(
        '--format <format>',
        'without --out: json; with --out: by its extension, otherwise csv',
      ).choices(ROW_FORMATS),
    )
    .notes(`
Lines are streamed, so there is no size limit. Only the owner can read the file. In a CSV, text that a spreadsheet
would run as a formula is prefixed with '.`)
    .example(
      'npm run -s cli -- logs export --category security --from 2026-03-01 --out security.csv',
      'npm run -s cli -- logs export --level error --format ndjson | jq .message',
    )
    .runs(exportLogs);

  logs
    .command('tail')
    .description('show the newest log lines')
    .addOption(categoryOption())
    .addOption(levelOption())
    .option('--user <text>', 'the user or target contains this text')
    .option('--search <text>', 'the message or its metadata contains this text')
    .option('-n, --lines <number>', 'number of lines', wholeNumber(1, LIMITS.logs.max), 20)
    .option('-f, --follow', 'keep printing new lines; with --json, one JSON document per line')
    .example('logs tail --level error --follow')
    .runs(tail);
}
