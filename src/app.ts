import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from './config.ts';
import { createOrm } from './db/orm.ts';
import { createExpress } from './http/express.ts';
import type { Probe } from './http/health.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { PasswordHasher } from './modules/accounts/password-hasher.ts';
import { readCatalogue } from './modules/catalogue/catalogue.source.ts';
import type { Platform } from './modules/scope.ts';

/** How long requests under way may take when the server closes. */
const DRAIN_MS = 5_000;

export interface AppOptions {
  config: Config;
  /** The database; `config.databaseUrl`, or the embedded server's. */
  databaseUrl: string;
  logger: Logger;
  clock?: Clock;
  /** More that `/readyz` asks for, beside database and migrations. */
  probes?: Record<string, Probe>;
}

export interface App {
  server: Server;
  platform: Platform;
  /** Starts to listen; the address that was bound. */
  listen(port: number, host: string): Promise<string>;
  /** Lets requests under way end, then closes the database's connections. */
  close(): Promise<void>;
}

const migrated =
  (orm: MikroORM): Probe =>
  async () => {
    const pending = await orm.migrator.getPending();
    if (pending.length) throw new Error(`${pending.length} migrations are pending`);
  };

/** What a process needs besides its transports. */
export async function createPlatform(options: Omit<AppOptions, 'probes'>): Promise<Platform> {
  const { config, databaseUrl, logger, clock = systemClock } = options;
  return {
    config,
    logger,
    clock,
    orm: await createOrm({ url: databaseUrl, pool: config.databasePool }),
    passwords: new PasswordHasher(),
    catalogue: readCatalogue(),
  };
}

/** The whole web server, not yet listening. The database must be migrated; nothing here changes its shape. */
export async function createApp(options: AppOptions): Promise<App> {
  const platform = await createPlatform(options);
  const { orm } = platform;
  let closing = false;
  const probes: Record<string, Probe> = {
    database: async () => {
      await orm.em.fork().getConnection().execute('select 1');
    },
    migrations: migrated(orm),
    ...options.probes,
  };
  const server = createServer(createExpress({ platform, probes, closing: () => closing }));

  return {
    server,
    platform,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const { port: bound } = server.address() as AddressInfo;
          resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
        });
      }),
    close: async () => {
      closing = true;
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      });
      await orm.close();
    },
  };
}
