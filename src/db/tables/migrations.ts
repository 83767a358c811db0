import { readdirSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { unavailable } from '../../lib/errors.ts';
import { MIGRATIONS_DIR } from '../orm.ts';

/** The table of executed migrations; it is backed up like any other. */
export const MIGRATION_TABLE = 'migration';

/** Names of the migrations that have run, the oldest first. */
export const APPLIED_MIGRATIONS = `select name from ${MIGRATION_TABLE} order by id`;

/**
 * Every migration that this version knows, the oldest first. Read when the program is loaded: an upgrade adds files to the
 * folder while processes of the version before still run.
 */
export const KNOWN_MIGRATIONS: readonly string[] = readdirSync(MIGRATIONS_DIR)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** Those that belong to a newer version. */
export const unknownAmong = (migrations: readonly string[]): string[] =>
  migrations.filter((name) => !KNOWN_MIGRATIONS.includes(name));

/** Migrations that have run, the oldest first. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(APPLIED_MIGRATIONS);
  return rows.map(({ name }) => name);
}

/**
 * Rejects data of a newer version, whose schema this version does not know.
 *
 * @throws DomainError unavailable when there are unknown migrations.
 */
export function refuseUnknownMigrations(whose: string, migrations: readonly string[]): void {
  const unknown = unknownAmong(migrations);
  if (!unknown.length) return;
  throw unavailable(
    'NEWER_VERSION',
    `${whose} was created by a newer version (unknown migrations: ${unknown.join(', ')}). Install that version first. Nothing was changed.`,
  );
}
