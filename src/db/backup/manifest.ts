import { createHash } from 'node:crypto';
import { z } from 'zod';
import { unavailable } from '../../lib/errors.ts';

/** Increased when the current reader could no longer read the format. */
export const FORMAT = 1;

/**
 * Tables that are not backed up: credentials and counters. A session or reset link that has ended since must not
 * become valid again, so everybody signs in again after a restore. Readers of sale changes then reload everything.
 */
export const LEFT_OUT: readonly string[] = [
  'session',
  'pending_sign_in',
  'used_challenge',
  'known_device',
  'password_reset',
  'address_link',
  'account_deleted_mail',
  'rate_limit',
  'sale_change',
];

const zName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const zCount = z.int().min(0);

const zTable = z.strictObject({
  name: zName,
  /** Copied columns, in order; generated columns are computed again. */
  columns: z.array(zName).min(1),
  rows: zCount,
  bytes: zCount,
  /** SHA-256 of the table's rows in COPY format. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const zManifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the product that wrote the file. */
  version: z.string(),
  created: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  /** Referenced tables come before the tables that refer to them. */
  tables: z.array(zTable).min(1),
  /** The next value of each sequence. */
  sequences: z.array(z.strictObject({ name: zName, next: zCount })),
  left_out: z.array(zName),
});

/** Contents of a backup, with what is needed to verify that it is complete. */
export type Manifest = z.output<typeof zManifest>;
export type TableManifest = Manifest['tables'][number];

/** Error for a file that is not a backup or has been damaged. */
export const damaged = (why: string) =>
  unavailable('BACKUP_DAMAGED', `The backup is invalid or damaged: ${why}. Nothing was changed.`);

const LINE_END = 10;

/** Counts and hashes the rows of a table as they pass; COPY ends each row with a newline and escapes all others. */
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

  /** Call once, after all rows. */
  total(): Pick<TableManifest, 'rows' | 'bytes' | 'sha256'> {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
