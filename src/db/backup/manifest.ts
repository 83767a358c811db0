import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '../../lib/errors.ts';

/** Raised when a reader of today could not read what is written then. */
export const FORMAT = 1;

/** The table that names the migrations that ran; it is backed up like any other. */
export const MIGRATION_TABLE = 'migration';

/**
 * Tables whose rows stay behind: what opens an account or counts against one. A session or a link to a new password
 * that has ended since must not come back to life; everybody signs in again after a restore. Changes of sales are told
 * by the numbers of transactions, which mean nothing in another database.
 */
export const LEFT_OUT: readonly string[] = [
  'session',
  'pending_sign_in',
  'password_reset',
  'rate_limit',
  'sale_change',
];

const zName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const zCount = z.int().min(0);

const zTable = z.strictObject({
  name: zName,
  /** Those that were copied, in order; generated ones are made again. */
  columns: z.array(zName).min(1),
  rows: zCount,
  bytes: zCount,
  /** Of the table's rows as COPY writes them. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const zManifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the product that wrote the file. */
  version: z.string(),
  created: z.iso.datetime(),
  /** Those that had run, the oldest first. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which rows find the rows that they refer to. */
  tables: z.array(zTable).min(1),
  /** The number that each sequence gives out next. */
  sequences: z.array(z.strictObject({ name: zName, next: zCount })),
  left_out: z.array(zName),
});

/** What a backup holds, and by what it is known to be whole. */
export type Manifest = z.output<typeof zManifest>;
export type TableManifest = Manifest['tables'][number];

/** The file is not a backup, or no longer the one that was written. */
export const damaged = (why: string) =>
  new DomainError('unavailable', 'BACKUP_DAMAGED', `This is no whole backup: ${why}. Nothing was changed.`);

const LINE_END = 10;

/** Counts and hashes the rows of a table as they pass; COPY ends each with a line end and escapes all others. */
export class RowTally {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) this.#rows += 1;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Once, when all have passed. */
  total(): Pick<TableManifest, 'rows' | 'bytes' | 'sha256'> {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
