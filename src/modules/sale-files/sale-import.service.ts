import type { Readable } from 'node:stream';
import { sha256 } from '../../lib/crypto.ts';
import { readCsv } from '../../lib/csv.ts';
import { DomainError } from '../../lib/errors.ts';
import type { BulkSale, SaleBulkService } from '../sales/sale-bulk.service.ts';
import type { RequestScope } from '../scope.ts';
import { Occurrences } from './occurrences.ts';
import { type CheckedLine, checkSaleLine, identityOf, SALE_FILE, type SaleLine } from './sale-file.ts';

export interface SaleImportReport {
  /** Lines with a sale; the header and blank lines are none. */
  lines: number;
  added: number;
  /** Lines that an earlier import stored. */
  exists: number;
  refused: number;
}

export interface SaleImportOptions {
  /** Reports the same and stores nothing. */
  dryRun?: boolean;
  /** Told each line that is refused, in order, the header being line 1. */
  onRefused?: (refusal: { line: number; message: string }) => void;
  /** Told after each batch. */
  onProgress?: (soFar: SaleImportReport) => void;
}

const BATCH = 500;

async function* inBatches<T>(values: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/** What a person needs to know when a file breaks off in the middle. */
function brokenOff(error: unknown, { added }: SaleImportReport, dryRun: boolean): unknown {
  if (!(error instanceof DomainError) || error.code !== 'BAD_FILE' || dryRun || added === 0) return error;
  const already = `${added.toLocaleString('en-US')} sales before it were added`;
  const again = 'importing the corrected file does not add them again';
  return new DomainError('invalid', 'BAD_FILE', `${error.message} ${already}; ${again}.`);
}

interface Deps extends RequestScope {
  saleBulk: SaleBulkService;
}

/** Takes sales from a CSV file, each line checked as a submission is (README "Command line"). */
export class SaleImportService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Imports a file of any size, in batches that are each stored whole or not at all. A line that breaks a rule
   * is refused and the others are taken. Importing the same lines again adds nothing: a line is known by its
   * values and by how often they came in its file.
   *
   * @throws DomainError invalid when the header does not fit, before anything is stored, or when a line cannot
   *   be read as CSV.
   */
  async run(csv: Readable, options: SaleImportOptions = {}): Promise<SaleImportReport> {
    const { dryRun = false, onProgress } = options;
    const report: SaleImportReport = { lines: 0, added: 0, exists: 0, refused: 0 };
    const occurrences = new Occurrences();
    try {
      for await (const batch of inBatches(readCsv(csv, SALE_FILE))) {
        await this.#take(batch.map(checkSaleLine), occurrences, options, report);
        onProgress?.(report);
      }
    } catch (error) {
      throw brokenOff(error, report, dryRun);
    }
    return report;
  }

  async #take(
    batch: readonly CheckedLine[],
    occurrences: Occurrences,
    { dryRun = false, onRefused }: SaleImportOptions,
    report: SaleImportReport,
  ): Promise<void> {
    const refusals = new Map<number, string>();
    const sound: SaleLine[] = [];
    const submitters = await this.#submitters(batch);
    for (const checked of batch) {
      const refusal = 'refusal' in checked ? checked.refusal : this.#refusal(checked, submitters);
      if (refusal !== null) refusals.set(checked.line, refusal);
      else if ('draft' in checked) sound.push(checked);
    }

    const sales = sound.map((line) => this.#sale(line, submitters, occurrences));
    const outcomes = await this.#deps.saleBulk.add(sales, { by: this.#deps.actor, dryRun });
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.outcome !== 'refused') report[outcome.outcome] += 1;
      else refusals.set(sound[index]?.line ?? 0, outcome.faults.map(({ message }) => message).join(', '));
    }
    report.lines += batch.length;
    report.refused += refusals.size;
    for (const { line } of batch) {
      const message = refusals.get(line);
      if (message !== undefined) onRefused?.({ line, message });
    }
  }

  /** Ids of the accounts that the lines name, by name in lower case. */
  async #submitters(batch: readonly CheckedLine[]): Promise<Map<string, number>> {
    const names = new Set(
      batch.flatMap((checked) =>
        'draft' in checked && checked.submittedBy ? [checked.submittedBy.toLowerCase()] : [],
      ),
    );
    if (names.size === 0) return new Map();
    const rows = await this.#deps.em.execute<{ user_id: number; name: string }[]>(
      `select user_id, lower(username) as name from account
       where lower(username) in (select jsonb_array_elements_text(?::jsonb))`,
      [JSON.stringify([...names])],
    );
    return new Map(rows.map(({ name, user_id }) => [name, user_id]));
  }

  #refusal({ submittedBy, submittedAt }: SaleLine, submitters: ReadonlyMap<string, number>): string | null {
    if (submittedBy && !submitters.has(submittedBy.toLowerCase()))
      return `There is no account '${submittedBy}' for submitted_by_username`;
    if (submittedAt && new Date(submittedAt) > this.#deps.clock.now())
      return 'date_submitted cannot be in the future';
    return null;
  }

  #sale(line: SaleLine, submitters: ReadonlyMap<string, number>, occurrences: Occurrences): BulkSale {
    const { draft, status, submittedBy, submittedAt, reviewNotes } = line;
    const identity = identityOf(line);
    const time = occurrences.next(sha256(identity));
    return {
      draft,
      status,
      submittedBy: submitters.get(submittedBy?.toLowerCase() ?? '') ?? null,
      dateSubmitted: submittedAt ? new Date(submittedAt) : this.#deps.clock.now(),
      reviewNotes,
      importKey: sha256(`${identity} ${time}`),
    };
  }
}
