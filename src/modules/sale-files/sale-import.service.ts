import type { Readable } from 'node:stream';
import { counted, plural } from '../../contract/shared/plural.ts';
import { joinedMessages } from '../../contract/shared/validation.ts';
import { domainErrorOf } from '../../db/constraints.ts';
import { query } from '../../db/query.ts';
import { sha256 } from '../../lib/crypto.ts';
import { readCsv } from '../../lib/csv.ts';
import { DomainError } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { SaleQueries } from '../market/sale.queries.ts';
import type { BulkSale, SaleBulkService } from '../sales/sale-bulk.service.ts';
import { Service } from '../service.ts';
import {
  type CheckedSaleLine,
  checkSaleLine,
  exportedLine,
  identityOf,
  SALE_FILE,
  type SaleLine,
} from './sale-file.ts';

/** Hexadecimal digits of the hash used as the key. A collision only increases a line's number. */
const DIGITS = 12;
/** A Map holds about 16 million entries, so this many hold a billion. */
const SHARDS = 64;

/** Counts how often each line occurs, in about 50 bytes per line, so that files of any size can be read. */
class Occurrences {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<number, number>());

  /** Counts an occurrence of the hash (in hexadecimal). @returns its number, starting at 1 */
  next(hash: string): number {
    const key = Number.parseInt(hash.slice(0, DIGITS), 16);
    const shard = this.#shards[key % SHARDS];
    const times = (shard?.get(key) ?? 0) + 1;
    shard?.set(key, times);
    return times;
  }
}

export interface SaleImportReport {
  /** Lines with a sale, without the header and blank lines. */
  lines: number;
  added: number;
  /** Lines that an earlier import has stored, or that an export has written for a sale that is still the same. */
  exists: number;
  refused: number;
}

export interface SaleImportOptions {
  /** Reports the same and stores nothing. */
  dryRun?: boolean;
  /** Stores the sales without their submitters, who may have no account in this database, or another one. */
  withoutSubmitters?: boolean;
  /** Called for each refused line, in order; the header is line 1. */
  onRefused?: (refusal: { line: number; message: string }) => void;
  /** Called after each batch. */
  onProgress?: (soFar: SaleImportReport) => void;
}

/** The ids of accounts by lower-case username; null when sales are stored without them. */
type Submitters = ReadonlyMap<string, number> | null;

const BATCH = 500;

async function* batchesOf<T>(values: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/** Adds to an error of the file or the database how many sales were already stored. */
function withStoredCount(error: unknown, { added }: SaleImportReport, dryRun: boolean): unknown {
  const known = domainErrorOf(error);
  if (!known || dryRun || added === 0) return error;
  const [line, corrected] = known.code === 'BAD_FILE' ? [' line', 'corrected '] : ['', ''];
  const already = `${counted(added, 'sale')} before this${line} ${plural(added, 'was', 'were')} added`;
  const again = `importing the ${corrected}file will not add them again`;
  return new DomainError(known.kind, known.code, `${known.message} ${already}; ${again}.`, known.extras);
}

/** Imports sales from a CSV file, and validates each line like a submission. */
export class SaleImportService extends Service<{
  saleBulk: SaleBulkService;
  saleQueries: SaleQueries;
  audit: AuditService;
}> {
  /**
   * Imports a file of any size, in one transaction per batch. Invalid lines are refused and the others are stored.
   * Importing the same lines again adds nothing: a line is identified by its values and by the number of its occurrence
   * in the file. Nor does importing an export of this database, as long as its sales have not been changed.
   *
   * The audit log has the start, which is all it has of an import that is killed, and the counts at the end.
   *
   * @throws DomainError invalid when the header does not match, before anything is stored, or when a line is not valid
   *   CSV.
   */
  async run(csv: Readable, options: SaleImportOptions = {}): Promise<SaleImportReport> {
    const { dryRun = false, onProgress } = options;
    const report: SaleImportReport = { lines: 0, added: 0, exists: 0, refused: 0 };
    const occurrences = new Occurrences();
    const recordEnd = async () => {
      const { lines: _, ...counts } = report;
      if (!dryRun) await this.deps.audit.record('sales.imported', { detail: counts });
    };
    try {
      for await (const batch of batchesOf(readCsv(csv, SALE_FILE))) {
        if (!dryRun && report.lines === 0) await this.deps.audit.record('sales.import-started');
        await this.#importBatch(batch.map(checkSaleLine), occurrences, options, report);
        onProgress?.(report);
      }
    } catch (error) {
      // The database may be what failed.
      if (report.lines > 0) await recordEnd().catch(() => undefined);
      throw withStoredCount(error, report, dryRun);
    }
    await recordEnd();
    return report;
  }

  async #importBatch(
    batch: readonly CheckedSaleLine[],
    occurrences: Occurrences,
    { dryRun = false, withoutSubmitters = false, onRefused }: SaleImportOptions,
    report: SaleImportReport,
  ): Promise<void> {
    const refusals = new Map<number, string>();
    const valid: SaleLine[] = [];
    const submitters = withoutSubmitters ? null : await this.#submitters(batch);
    for (const checked of batch) {
      const refusal = 'refusal' in checked ? checked.refusal : this.#refusalOf(checked, submitters);
      if (refusal !== null) refusals.set(checked.line, refusal);
      else if ('draft' in checked) valid.push(checked);
    }

    const timesStored = await this.#timesStored(valid);
    const numbered = valid.map((line) => {
      const identity = identityOf(line);
      return { line, identity, occurrence: occurrences.next(sha256(identity)) };
    });
    const fresh = numbered.filter(
      ({ identity, occurrence }) => occurrence > (timesStored.get(identity) ?? 0),
    );
    report.exists += numbered.length - fresh.length;
    const sales = fresh.map(({ line, identity, occurrence }) =>
      this.#bulkSaleOf(line, submitters, sha256(`${identity} ${occurrence}`)),
    );
    const outcomes = await this.deps.saleBulk.add(sales, { by: this.deps.actor, dryRun });
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.outcome !== 'refused') report[outcome.outcome] += 1;
      else
        refusals.set(
          fresh[index]?.line.line ?? 0,
          joinedMessages(outcome.errors.map(({ message }) => message)),
        );
    }
    report.lines += batch.length;
    report.refused += refusals.size;
    for (const { line } of batch) {
      const message = refusals.get(line);
      if (message !== undefined) onRefused?.({ line, message });
    }
  }

  /** The ids of the accounts that the lines name, by lower-case username. */
  async #submitters(batch: readonly CheckedSaleLine[]): Promise<Map<string, number>> {
    const names = new Set(
      batch.flatMap((checked) =>
        'draft' in checked && checked.submittedBy ? [checked.submittedBy.toLowerCase()] : [],
      ),
    );
    if (names.size === 0) return new Map();
    const rows = await query(this.deps.em)<{ user_id: number; name: string }>`
      select user_id, lower(username) as name from account where lower(username) = any(${[...names]})`;
    return new Map(rows.map(({ name, user_id }) => [name, user_id]));
  }

  #refusalOf({ submittedBy, submittedAt }: SaleLine, submitters: Submitters): string | null {
    if (submittedBy && submitters && !submitters.has(submittedBy.toLowerCase()))
      return `submitted_by_username: no account is named '${submittedBy}'`;
    if (submittedAt && new Date(submittedAt) > this.deps.clock.now())
      return 'date_submitted cannot be in the future';
    return null;
  }

  /** How many stored sales an export writes as each of these lines, by the line's identity. */
  async #timesStored(lines: readonly SaleLine[]): Promise<Map<string, number>> {
    const dated = lines.flatMap(({ draft: { name }, submittedAt }) =>
      submittedAt ? [{ name, submittedAt }] : [],
    );
    const rows = dated.length > 0 ? await this.deps.saleQueries.submittedAs(dated) : [];
    const times = new Map<string, number>();
    for (const row of rows) {
      const line = exportedLine(row);
      if ('refusal' in line) continue;
      const identity = identityOf(line);
      times.set(identity, (times.get(identity) ?? 0) + 1);
    }
    return times;
  }

  #bulkSaleOf(line: SaleLine, submitters: Submitters, importKey: string): BulkSale {
    const { draft, status, submittedBy, submittedAt, reviewNotes } = line;
    return {
      draft,
      status,
      submittedBy: submitters?.get(submittedBy?.toLowerCase() ?? '') ?? null,
      dateSubmitted: submittedAt ? new Date(submittedAt) : this.deps.clock.now(),
      reviewNotes,
      importKey,
    };
  }
}
