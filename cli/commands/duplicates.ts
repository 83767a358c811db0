import { InvalidArgumentError } from 'commander';
import {
  type Duplicates,
  type Scan,
  type ScanStatus,
  zDismissDuplicates,
  zMergeDuplicates,
} from '../../src/contract/admin/duplicates.ts';
import { priceText } from '../../src/contract/sale/price.ts';
import { formatDate } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { unavailable } from '../../src/lib/errors.ts';
import { parseInput } from '../../src/lib/parse-input.ts';
import { continueScan } from '../../src/modules/duplicates/duplicate-scan.service.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { type Services, systemServices } from '../../src/runtime/services.ts';
import type { CliCommand } from '../command.ts';
import { wholeNumber } from '../flags.ts';
import { printResult, table, withProgress } from '../output.ts';
import { askConsent, type ConsentOptions } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';

const saleId = wholeNumber(1, LIMITS.id.max);

function saleIds(text: string): number[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === '')) throw new InvalidArgumentError('Separate the ids by commas: 12,15.');
  return ids.map(saleId);
}

const RESTORABLE = "It can be restored from the sale's history.";

const scanFailed = ({ error }: Scan) => unavailable('SCAN_FAILED', error ?? 'The scan failed.');

/** Runs the remaining steps of the scan. A running server may do some of them at the same time. */
async function finish(runtime: Runtime, scanId: number): Promise<void> {
  const service = () => systemServices(runtime, 'duplicate scan').duplicateScan;
  const last = await withProgress(100, async (bar) => {
    let scan: Scan | undefined;
    for await (scan of continueScan(service, scanId)) bar.update(scan.progress * 100, 'scanning');
    return scan;
  });
  if (last?.status === 'failed') throw scanFailed(last);
}

async function scan(options: GlobalOptions & { wait?: boolean }): Promise<void> {
  const { json } = options;
  await withServices(options, async ({ duplicateScan, duplicates }, runtime) => {
    const scanId = await duplicateScan.start();
    const job_id = String(scanId);
    if (!options.wait) {
      printResult(json, { job_id }, () => `Scan ${job_id} is queued for the server or a worker.`);
      return;
    }
    await finish(runtime, scanId);
    const { status, scanned_at, total_items, total_pokemon } = await duplicates.list(1);
    printResult(
      json,
      { job_id, status, scanned_at, total_items, total_pokemon },
      () =>
        `Found ${counted(total_items, 'group')} of duplicate item sales and ${formatNumber(total_pokemon)} of pokemon sales.`,
    );
  });
}

const SCAN_LABELS: Record<ScanStatus, string> = {
  never: 'No scan has run yet. Run: npm run cli -- duplicates scan --wait',
  waiting: 'A scan is queued.',
  running: 'A scan is running.',
  done: '',
  failed: 'The last scan failed; these are the groups of the previous one.',
};

function groupTable(title: string, rows: Parameters<typeof table>[0], total: number): string {
  if (total === 0) return `${title}: none`;
  const more = total - rows.length;
  return `${title}: ${formatNumber(total)}\n${table(rows)}${more > 0 ? `\n... and ${formatNumber(more)} more` : ''}`;
}

function listText({ items, pokemon, total_items, total_pokemon, scanned_at, status }: Duplicates): string {
  const itemRows = items.map(({ name, price, date, count: sales, item_ids: ids }) => {
    return { name, price: formatNumber(price), date, sales, ids };
  });
  const pokemonRows = pokemon.map(({ pokemon_name: name, price, date, count: sales, sale_ids: ids }) => {
    return { name, price: formatNumber(price), date, sales, ids };
  });
  const lastScan = scanned_at && `Last scan: ${formatDate(scanned_at)} (${scanned_at})`;
  const parts = [
    groupTable('Items', itemRows, total_items),
    groupTable('Pokemon', pokemonRows, total_pokemon),
    [SCAN_LABELS[status], lastScan].filter(Boolean).join(' '),
  ];
  return parts.filter(Boolean).join('\n\n');
}

async function list(options: GlobalOptions & { limit: number }): Promise<void> {
  const found = await withServices(options, ({ duplicates }) => duplicates.list(options.limit));
  printResult(options.json, found, () => listText(found));
}

/** `sale 15, Master Ball at 500,000 PD on 12 Mar 2026`. */
async function describeSale({ saleQueries }: Services, id: number): Promise<string> {
  const sale = await saleQueries.findById(id);
  return sale
    ? `sale ${id}, ${sale.name} at ${priceText(Number(sale.price))} on ${formatDate(sale.date_sold)}`
    : `sale ${id}`;
}

async function remove(id: number, options: ConsentOptions): Promise<void> {
  await withServices(options, async (services) => {
    const message = `Delete ${await describeSale(services, id)}? ${RESTORABLE}`;
    if (!(await askConsent(options, message))) return;
    await services.duplicates.remove({ id });
    printResult(options.json, { deleted: id }, () => `Sale ${id} is deleted. ${RESTORABLE}`);
  });
}

async function merge(options: ConsentOptions & { keep: number; remove: number[] }): Promise<void> {
  const request = parseInput(zMergeDuplicates, { keep: options.keep, remove: options.remove });
  const others = counted(request.remove.length, 'other');
  await withServices(options, async (services) => {
    const message = `Keep ${await describeSale(services, request.keep)} and delete ${others}? ${RESTORABLE}`;
    if (!(await askConsent(options, message))) return;
    const kept = await services.duplicates.merge(request);
    printResult(
      options.json,
      { kept, deleted: request.remove },
      () => `Kept sale ${request.keep}. Its history contains the proofs of ${others}.`,
    );
  });
}

async function dismiss(ids: number[], options: GlobalOptions & { undo?: boolean }): Promise<void> {
  const request = parseInput(zDismissDuplicates, { sale_ids: ids, dismissed: !options.undo });
  await withServices(options, async (services) => {
    await services.duplicates.dismiss(request);
    printResult(options.json, request, () =>
      request.dismissed
        ? `The group of ${counted(ids.length, 'sale')} is hidden until another sale joins it.`
        : 'The group is listed again.',
    );
  });
}

export function duplicatesCommands(program: CliCommand): void {
  const duplicates = program
    .command('duplicates')
    .description('find sales that were entered more than once, and delete or merge them');

  duplicates
    .command('scan')
    .description('scan for duplicates; the server also does so every night')
    .option('--wait', 'run the scan now and print the result')
    .example('duplicates scan --wait')
    .runs(scan);

  duplicates
    .command('list')
    .description('list the groups of the last scan that still exist')
    .option(
      '--limit <groups>',
      'groups to show of each kind',
      wholeNumber(1, LIMITS.duplicates.listed),
      LIMITS.duplicates.shown,
    )
    .example('duplicates list --limit 50')
    .runs(list);

  duplicates
    .command('delete')
    .description('delete one sale of a group')
    .argument('<id>', 'the sale', saleId)
    .option('--yes', 'do not ask for confirmation')
    .example('duplicates delete 15')
    .runs(remove);

  duplicates
    .command('dismiss')
    .description('mark a group as not duplicates')
    .argument('<ids>', 'the sales, such as 12,15', saleIds)
    .option('--undo', 'list the group again')
    .example('duplicates dismiss 12,15')
    .runs(dismiss);

  duplicates
    .command('merge')
    .description('keep one sale of a group and delete others; their proofs go into its history')
    .requiredOption('--keep <id>', 'the sale to keep', saleId)
    .requiredOption('--remove <ids>', 'the sales to delete, such as 12,15', saleIds)
    .option('--yes', 'do not ask for confirmation')
    .notes('Deleted sales can be restored from their history.')
    .example('duplicates merge --keep 12 --remove 15,16')
    .runs(merge);
}
