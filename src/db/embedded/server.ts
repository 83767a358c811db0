import { realpath, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { codeOf, messageOf, unavailable } from '../../lib/errors.ts';
import { tryFileLock } from '../../lib/process/file-lock.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { Outage } from '../../lib/process/outage.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { createUser, derivedPassword } from '../connecting/app-user.ts';
import { connectTo } from '../connecting/connections.ts';
import { databaseProblemOf } from '../problems.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { APP_USER, type Cluster, OWNER, openCluster } from './cluster.ts';
import {
  disownPidFile,
  findPostmaster,
  POLL_MS,
  type Postmaster,
  START_S,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

const DATABASE = 'marketdex';

/** Restarts in a row, 51 s in total; a restart that does not last counts as failed. */
const MAX_RESTARTS = 10;
const FIRST_BACKOFF_MS = 100;
const LASTING_MS = 2_000;

/** PostgreSQL allocates its write-ahead log in files of 16 MB, and needs one to start. */
const ENOUGH_BYTES = 32 * 1024 * 1024;
/** How often a full disk is checked, and for how long. */
const SPACE_POLL_MS = 250;
const SPACE_POLLS = 120;

/** Another process is creating the database, or has created it. */
const CREATED_BY_ANOTHER = new Set<string>([SQLSTATE.duplicateDatabase, SQLSTATE.uniqueViolation]);

export interface EmbeddedServer {
  /** The address for everything that the application does. */
  url: string;
  /** The address for changes of the tables. */
  ownerUrl: string;
  /** Stops the server unless another process uses it; that process then stops it. */
  release(): Promise<void>;
}

interface EmbeddedServerOptions {
  /** Additional server settings, such as `fsync=off` for tests. */
  settings?: readonly string[];
  logger: Logger;
  /** The server is given up after this many failed restarts in a row. */
  maxRestarts?: number;
}

/** This process's use of a cluster's server: starts or joins it, restarts it when it crashes, and stops it. */
class ServerUse implements EmbeddedServer {
  url = '';
  ownerUrl = '';
  readonly #cluster: Cluster;
  readonly #logger: Logger;
  readonly #outage: Outage;
  readonly #maxRestarts: number;
  /** Holds the shared lock, and notices when the server dies. */
  #holder: Client | undefined;
  #port: number | undefined;
  #restarts = 0;
  #heldSince = 0;
  #restarting: Promise<void> | undefined;
  readonly #released = new AbortController();

  constructor(cluster: Cluster, logger: Logger, maxRestarts: number) {
    this.#cluster = cluster;
    this.#logger = logger;
    this.#maxRestarts = maxRestarts;
    this.#outage = new Outage(logger, 'the embedded PostgreSQL');
  }

  async open(): Promise<void> {
    const holder = await this.#joinOrStart();
    const { rows } = await holder.query<{ database: boolean; user: boolean }>(
      `select exists (select from pg_database where datname = $1) as database,
         exists (select from pg_roles where rolname = $2) as user`,
      [DATABASE, APP_USER],
    );
    if (!rows[0]?.user) await createUser(holder, APP_USER, derivedPassword(this.#cluster.password));
    if (rows[0]?.database) return;
    await holder.query(`create database ${DATABASE}`).catch((error: unknown) => {
      if (!CREATED_BY_ANOTHER.has(codeOf(error))) throw error;
    });
  }

  async release(): Promise<void> {
    this.#released.abort();
    this.#outage.end();
    await this.#restarting;
    const holder = this.#holder ?? (await this.#holdAgain());
    if (!holder) return;
    try {
      // Nobody can join while the lock is held, and it is held until the server has ended.
      if (await isLastUse(holder)) await stopPostmaster(this.#cluster);
    } finally {
      await holder.end().catch(() => undefined);
    }
  }

  /** For a process that is closing and has lost its connection. */
  async #holdAgain(): Promise<Client | null> {
    const postmaster = await findPostmaster(this.#cluster);
    return postmaster && this.#hold(postmaster).catch(() => null);
  }

  /** Waits for a server that is starting or stopping, at most `START_S` seconds. */
  async #joinOrStart(): Promise<Client> {
    const deadline = performance.now() + START_S * 1_000;
    let last: unknown;
    while (performance.now() < deadline) {
      const postmaster = await findPostmaster(this.#cluster);
      if (postmaster === null) {
        if (!(await this.#start())) await delay(POLL_MS);
        continue;
      }
      const holder = await this.#hold(postmaster).catch(async (error: unknown) => {
        if (codeOf(error) === SQLSTATE.invalidPassword) throw wrongPassword(this.#cluster);
        if (codeOf(error) === SQLSTATE.invalidCatalogName) {
          // Nobody else can use it either.
          await stopPostmaster(this.#cluster);
          throw incomplete(this.#cluster, error);
        }
        last = error;
      });
      if (holder) return this.#use(holder, postmaster);
      await delay(POLL_MS);
    }
    throw unavailable(
      'DATABASE_NOT_STARTED',
      `The embedded PostgreSQL has not become ready within ${START_S} s (${last instanceof Error ? last.message : 'no answer'}): see ${this.#cluster.log}, and start again.`,
    );
  }

  /**
   * False while another process starts the server. Two starts at the same time would end with a server without its pid
   * file: PostgreSQL deletes that of a killed server even when another start has just replaced it.
   */
  async #start(): Promise<boolean> {
    const unlock = tryFileLock(this.#cluster.startLock);
    if (unlock === null) return false;
    try {
      if ((await findPostmaster(this.#cluster)) === null) await startPostmaster(this.#cluster, this.#port);
    } catch (error) {
      // A process that was killed meanwhile may have left a server that is starting.
      if ((await findPostmaster(this.#cluster)) === null) throw error;
    } finally {
      unlock();
    }
    return true;
  }

  /** A connection that holds the lock; null when the server is stopping or serves another cluster. */
  async #hold({ pid, port }: Postmaster): Promise<Client | null> {
    const client = await connectTo(this.#ownerAddress(port, 'postgres'), {
      applicationName: 'marketdex-holder',
    });
    let held = false;
    try {
      if (!(await servesCluster(client, this.#cluster))) {
        await disownPidFile(this.#cluster, pid);
        return null;
      }
      const { rows } = await client.query<{ held: boolean }>(
        'select pg_try_advisory_lock_shared($1) as held',
        [ADVISORY_LOCKS.embeddedServer],
      );
      held = rows[0]?.held ?? false;
      return held ? client : null;
    } finally {
      if (!held) await client.end().catch(() => undefined);
    }
  }

  #use(holder: Client, { port }: Postmaster): Client {
    if (this.#port !== undefined && port !== this.#port) {
      void holder.end();
      throw unavailable(
        'DATABASE_MOVED',
        `The embedded PostgreSQL runs on port ${port} instead of ${this.#port}: restart this process.`,
      );
    }
    this.#port = port;
    this.ownerUrl = this.#ownerAddress(port, DATABASE);
    this.url = urlOf(APP_USER, derivedPassword(this.#cluster.password), port, DATABASE);
    this.#holder = holder;
    this.#heldSince = performance.now();
    holder.once('end', () => this.#lost());
    return holder;
  }

  #lost(): void {
    this.#holder = undefined;
    if (this.#released.signal.aborted) return;
    this.#outage.failed(new Error('The server closed the connection'));
    this.#restarting = this.#restart();
  }

  async #restart(): Promise<void> {
    if (performance.now() - this.#heldSince > LASTING_MS) this.#restarts = 0;
    const { signal } = this.#released;
    while (!signal.aborted && this.#restarts < this.#maxRestarts) {
      try {
        if (this.#restarts) await delay(FIRST_BACKOFF_MS * 2 ** (this.#restarts - 1), undefined, { signal });
        await this.#joinOrStart();
        this.#outage.worked();
        this.#restarts += 1;
        return;
      } catch (error) {
        this.#outage.failed(error);
        if (databaseProblemOf(error)?.code === 'DATABASE_FULL') await this.#waitForSpace();
        else this.#restarts += 1;
      }
    }
    if (signal.aborted) return;
    this.#logger.fatal(
      `The embedded PostgreSQL failed ${this.#maxRestarts} times in a row and will not be restarted: see ${this.#cluster.log}, then restart this process.`,
    );
  }

  /** A full disk does not count as a failed restart. */
  async #waitForSpace(): Promise<void> {
    const { directory } = this.#cluster;
    this.#logger.error(`The disk of ${directory} is full: PostgreSQL is restarted when there is space.`);
    await waitForSpace(directory, this.#released.signal).catch(() => undefined);
    this.#restarts = 0;
  }

  #ownerAddress(port: number, database: string): string {
    return urlOf(OWNER, this.#cluster.password, port, database);
  }
}

/** Waits until the disk has enough space to start a server, at most 30 s. @throws AbortError when aborted */
async function waitForSpace(directory: string, signal: AbortSignal): Promise<void> {
  for (let polls = 0; polls < SPACE_POLLS; polls += 1) {
    await delay(SPACE_POLL_MS, undefined, { signal });
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize >= ENOUGH_BYTES) return;
  }
}

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Swaps the shared lock for the exclusive one. False also when the server is already stopping. */
async function isLastUse(holder: Client): Promise<boolean> {
  try {
    const { rows } = await holder.query<{ last: boolean }>(
      'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last',
      [ADVISORY_LOCKS.embeddedServer],
    );
    return rows[0]?.last ?? false;
  } catch {
    return false;
  }
}

async function servesCluster(client: Client, { directory }: Cluster): Promise<boolean> {
  const { rows } = await client.query<{ served: string }>(
    `select current_setting('data_directory') as served`,
  );
  const served = rows[0]?.served ?? '';
  return (await realpath(served).catch(() => served)) === (await realpath(directory));
}

const incomplete = ({ directory }: Cluster, error: unknown) =>
  unavailable(
    'DATABASE_DAMAGED',
    `The embedded PostgreSQL in ${directory} is incomplete (${messageOf(error)}): restore a copy of the folder.`,
  );

const wrongPassword = ({ directory }: Cluster) =>
  unavailable(
    'WRONG_PASSWORD',
    `The password in ${directory}.password does not match the database in ${directory}: restore the original file.`,
  );

/**
 * This installation's PostgreSQL in `dataDir/postgres`: created on first use, joined when another process already runs
 * it, started otherwise. It listens only on the loopback address, with a random password. While in use it is restarted
 * on the same port after a crash; after repeated failures other than a full disk, it is given up with a fatal log line.
 *
 * @throws DomainError unavailable when it cannot be created or started; the message says what to do.
 */
export async function openEmbeddedServer(
  dataDir: string,
  { settings = [], logger, maxRestarts = MAX_RESTARTS }: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const server = new ServerUse(await openCluster(dataDir, settings), logger, maxRestarts);
  await server.open();
  return server;
}
