import type { TestServer } from '../run/server.ts';

export type SecretKind =
  | 'TOTP secret'
  | 'code'
  | 'password'
  | 'pending token'
  | 'recovery code'
  | 'reset token'
  | 'session token';

/** Codes are short, so only a separate number counts as one. */
const occurs = (value: string, text: string): boolean =>
  /^\d{6}$/.test(value) ? new RegExp(`(?<![\\w.])${value}(?![\\w.])`).test(text) : text.includes(value);

/** Records the secrets of a run, to search for their values in everything that is written. */
export class Canaries {
  readonly #kinds = new Map<string, SecretKind>();

  /** Records a secret, and for a recovery code also its form without dashes; returns it. */
  keep(kind: SecretKind, value: string): string {
    this.#kinds.set(value, kind);
    if (kind === 'recovery code') this.#kinds.set(value.replaceAll('-', ''), kind);
    return value;
  }

  /** The recorded kinds, sorted. */
  get kinds(): SecretKind[] {
    return [...new Set(this.#kinds.values())].toSorted();
  }

  /** Every recorded secret. */
  get values(): string[] {
    return [...this.#kinds.keys()];
  }

  /** The kinds of secrets that a text contains, sorted: not their values, which a report would repeat. */
  found(text: string): SecretKind[] {
    const found = [...this.#kinds].filter(([value]) => occurs(value, text)).map(([, kind]) => kind);
    return [...new Set(found)].toSorted();
  }
}

/** Every row of every table, including jobs and audit records, as text: table name and values. */
export async function everythingStored(server: Pick<TestServer, 'sql'>): Promise<string> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const contents = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await server.sql<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
      return rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return contents.flat().join('\n');
}
