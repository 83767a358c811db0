import { finished } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { TableManifest } from './manifest.ts';

/** A COPY into one table. The connection is free again after `end` or `giveUp`, and after a failure. */
export class TableCopy {
  readonly table: string;
  readonly #rows: CopyStreamQuery;
  readonly #refused: Promise<never>;
  #over = false;

  constructor(client: ClientBase, { name, columns }: Pick<TableManifest, 'name' | 'columns'>) {
    const list = columns.map(escapeIdentifier).join(', ');
    this.table = name;
    this.#rows = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
    this.#refused = new Promise((_, reject) => {
      this.#rows.on('error', (error) => {
        this.#over = true;
        reject(error);
      });
    });
    this.#refused.catch(() => undefined);
  }

  /** @throws Error when the database rejects a row. */
  async write(content: Buffer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#rows.write(content, (error) => (error ? reject(error) : resolve()));
    await Promise.race([promise, this.#refused]);
  }

  /** @throws Error when the database rejects a row. */
  async end(): Promise<void> {
    this.#rows.end();
    await Promise.race([finished(this.#rows), this.#refused]);
    this.#over = true;
  }

  /** Aborts the copy. */
  async giveUp(): Promise<void> {
    if (this.#over) return;
    this.#rows.destroy(new Error('given up'));
    await finished(this.#rows).catch(() => undefined);
  }
}
