import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { DomainError } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Shutdown } from '../lib/shutdown.ts';
import { connectTo } from './connections.ts';
import { openEmbeddedServer } from './embedded/server.ts';

/** The oldest PostgreSQL that has everything the tables and queries use. */
export const OLDEST_SERVER = 15;

const ANSWER_MS = 10_000;
/** How long a server may take that is starting, shutting down or recovering. */
const START_MS = 60_000;
const POLL_MS = 250;
const NOT_YET = '57P03';

/** The address of the database that an ORM works with: the configured one, or the embedded server's. */
export const databaseUrlOf = (orm: MikroORM): string => orm.config.get('clientUrl') ?? '';

async function serverVersion(url: string): Promise<number> {
  const limits = { waitMs: ANSWER_MS, statementMs: ANSWER_MS };
  const client = await connectTo(url, { applicationName: 'marketdex-start', limits });
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    return rows[0]?.version ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits while the server is starting. @throws the error of the server when it cannot be used; DomainError when it is too old. */
async function checkServer(url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      const version = await serverVersion(url);
      if (version >= OLDEST_SERVER) return;
      throw new DomainError(
        'unavailable',
        'DATABASE_TOO_OLD',
        `DATABASE_URL leads to PostgreSQL ${version}: version ${OLDEST_SERVER} or newer is needed.`,
      );
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_YET || performance.now() > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}

export interface OpenDatabaseOptions {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  logger: Logger;
  /** Gives the database back in the end; an embedded server then stops unless another process uses it. */
  shutdown: Shutdown;
}

/**
 * The address of the configured database, or of the embedded one (docs/operations.md "Settings"), which can be used now.
 *
 * @throws Error when it cannot; `startFailure` turns it into a sentence.
 */
export async function openDatabase({ config, logger, shutdown }: OpenDatabaseOptions): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await checkServer(config.databaseUrl);
    return config.databaseUrl;
  }
  const opening = openEmbeddedServer(config.dataDir, { logger });
  // Before it is open, so that a Ctrl-C meanwhile leaves no server without an owner.
  shutdown.add('database server', () =>
    opening.then(
      (server) => server.release(),
      () => undefined,
    ),
  );
  return (await opening).url;
}
