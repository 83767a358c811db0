import { randomInt } from 'node:crypto';
import type { Config } from '../../config.ts';
import { codeOf, type DomainError, unavailable } from '../../lib/errors.ts';
import type { Logger } from '../../lib/process/logger.ts';
import type { Shutdown } from '../../lib/process/shutdown.ts';
import { whileStarting } from '../../lib/with-retries.ts';
import { openEmbeddedServer } from '../embedded/server.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { type DatabaseUrls, ensureAppUser } from './app-user.ts';
import { databaseAddress, withConnection } from './connections.ts';
import { asOwner } from './start-failure.ts';

/** Connections of a process to a queue in PostgreSQL: its pools and listeners (`src/queue/backend.ts`). */
export const QUEUE_CONNECTIONS = 24;
/** Connections of a process in addition to its pools: the queue's, and those of events, changes and the log. */
const OTHER_CONNECTIONS = QUEUE_CONNECTIONS + 10;

type Pools = Pick<Config, 'databasePool' | 'databaseReadPool'>;

/** How many connections the embedded server allows: enough for two processes, and at least PostgreSQL's default. */
export const embeddedConnections = ({ databasePool, databaseReadPool }: Pools): number =>
  Math.max(100, 2 * (databasePool + databaseReadPool + OTHER_CONNECTIONS));

/** The oldest PostgreSQL version that supports all our tables and queries. */
const OLDEST_SERVER = 15;

const RESPONSE_MS = 10_000;

/** What the tables and queries need: names in every script, and NFKD, which exists only in UTF8. */
const ENCODING = 'UTF8';

interface ServerFacts {
  version: number;
  encoding: string;
}

async function serverFacts(url: string): Promise<ServerFacts> {
  const limits = { waitMs: RESPONSE_MS, statementMs: RESPONSE_MS };
  const { rows } = await withConnection(url, { applicationName: 'marketdex-start', limits }, (client) =>
    client.query<ServerFacts>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
    ),
  );
  return rows[0] ?? { version: 0, encoding: '' };
}

/** Waits while the server starts. @throws the server's error when it is unusable; DomainError when it lacks what we need. */
async function checkServer(url: string, setting: string): Promise<void> {
  const { version, encoding } = await whileStarting(
    () => serverFacts(url),
    (error) => codeOf(error) === SQLSTATE.cannotConnectNow,
  );
  if (version < OLDEST_SERVER)
    throw unavailable(
      'DATABASE_TOO_OLD',
      `${setting} points to PostgreSQL ${version}: version ${OLDEST_SERVER} or newer is required.`,
    );
  if (encoding !== ENCODING)
    throw unavailable(
      'WRONG_ENCODING',
      `${setting} points to a database with the encoding ${encoding}: ${ENCODING} is required. Create one with: createdb --encoding=${ENCODING} --template=template0 NAME`,
    );
}

const LOCK_KEYS = 2 ** 47;

const placeOf = (url: string): string => {
  const { server, database } = databaseAddress(url);
  return `"${database}" at ${server}`;
};

/** The error for settings that must reach one database, and do not. */
const differentDatabases = (url: string, ownerUrl: string): DomainError =>
  unavailable(
    'DIFFERENT_DATABASES',
    `DATABASE_URL (${placeOf(url)}) and DATABASE_OWNER_URL (${placeOf(ownerUrl)}) reach different databases: set both to the same one.`,
  );

/**
 * Requires that both addresses reach the same database. Their texts prove nothing, as a server can have several names.
 * Identifiers prove nothing either: a copied server has the same ones. An advisory lock does: another connection finds it
 * taken only in the same database of the same running server.
 *
 * @throws DomainError unavailable when they reach different databases; errors of the connections pass through.
 */
export async function requireSameDatabase(url: string, ownerUrl: string): Promise<void> {
  const options = { applicationName: 'marketdex-start' };
  const key = randomInt(LOCK_KEYS);
  await withConnection(ownerUrl, options, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [key]);
    const { rows } = await withConnection(url, options, (app) =>
      app.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [key]),
    );
    if (rows[0]?.free) throw differentDatabases(url, ownerUrl);
  });
}

export interface OpenDatabaseOptions {
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'> & Pools;
  logger: Logger;
  /** Releases the database; an embedded server then stops unless another process uses it. */
  shutdown: Shutdown;
  /**
   * Creates the application's user or changes its password, as the owner. Only for commands that an operator runs to change
   * the database: anywhere else a mistyped password would become that of the running servers.
   */
  setsUpUser?: boolean | undefined;
}

/**
 * Waits until the configured or the embedded database (docs/operations.md "Settings") is ready; returns its addresses.
 *
 * @throws Error when it is not usable; `startFailure` turns it into a sentence.
 */
export async function openDatabase({
  config,
  logger,
  shutdown,
  setsUpUser = false,
}: OpenDatabaseOptions): Promise<DatabaseUrls> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config;
  if (url !== undefined) {
    if (ownerUrl === undefined) await checkServer(url, 'DATABASE_URL');
    else {
      await asOwner(checkServer(ownerUrl, 'DATABASE_OWNER_URL'));
      if (setsUpUser) await ensureAppUser(url, ownerUrl);
      await requireSameDatabase(url, ownerUrl);
    }
    return { url, ownerUrl };
  }
  const opening = openEmbeddedServer(config.dataDir, {
    logger,
    settings: [`max_connections=${embeddedConnections(config)}`],
  });
  // Registered before it is open, so that Ctrl-C in between leaves no server without an owner.
  shutdown.add('database server', () =>
    opening.then(
      (server) => server.release(),
      () => undefined,
    ),
  );
  const { url: embedded, ownerUrl: owner } = await opening;
  return { url: embedded, ownerUrl: owner };
}
