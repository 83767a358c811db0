import type { TestServer } from './server.ts';

export type SecretKind =
  | 'TOTP secret'
  | 'code'
  | 'password'
  | 'pending token'
  | 'recovery code'
  | 'reset token'
  | 'session token';

/** Codes are short: only one that stands alone is one. */
const stands = (value: string, text: string): boolean =>
  /^\d{6}$/.test(value) ? new RegExp(`(?<![\\w.])${value}(?![\\w.])`).test(text) : text.includes(value);

/** The secrets of a run, looked for by value wherever something is written. */
export class Canaries {
  readonly #kinds = new Map<string, SecretKind>();

  /** Keeps a secret, a recovery code without its dashes too; returns it. */
  keep(kind: SecretKind, value: string): string {
    this.#kinds.set(value, kind);
    if (kind === 'recovery code') this.#kinds.set(value.replaceAll('-', ''), kind);
    return value;
  }

  /** The kinds of which there was any, by the alphabet. */
  get kinds(): SecretKind[] {
    return [...new Set(this.#kinds.values())].toSorted();
  }

  /** Every secret that there was. */
  get values(): string[] {
    return [...this.#kinds.keys()];
  }

  /** The kinds of those that stand in a text, by the alphabet: not the values, which a report would repeat. */
  found(text: string): SecretKind[] {
    const found = [...this.#kinds].filter(([value]) => stands(value, text)).map(([, kind]) => kind);
    return [...new Set(found)].toSorted();
  }
}

/** Every row of every table, jobs and traces included, as text: the table's name and the row's values. */
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
