import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, createApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import type { ConnectionLimits } from '../../db/connecting/connections.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { Account } from '../../modules/identity/account.entity.ts';
import { PasswordHasher } from '../../modules/identity/password-hasher.ts';
import { prepareDatabase } from '../../runtime/prepare.ts';
import { createRuntime, disconnect, type Runtime } from '../../runtime/runtime.ts';
import { systemServices } from '../../runtime/services.ts';
import { type PostgresServer, startPostgresServer, startStandby } from '../faults/postgres-server.ts';
import { FaultProxy } from '../faults/proxy.ts';
import { CONSECUTIVE_NUMBERS, withClient } from '../servers/postgres.ts';
import type { HistoryClient } from './history.ts';

/** What all clients sell. */
export const SOLD = 'Master Ball';

const SETTINGS = ['fsync=off', 'max_connections=300', 'max_wal_size=256MB'];
const SECRET = 'a secret for tests, 32 characters long';

/** A standby and the proxies around it. */
export interface SiteStandby {
  server: PostgresServer;
  /** Between the web processes and the standby. */
  reads: FaultProxy;
  /** Between the standby and the primary. */
  replication: FaultProxy;
  /** Runs a statement on it, past the proxy. */
  run(statement: string): Promise<void>;
}

export interface StandbySite {
  primary: PostgresServer;
  /** Between the web processes and the primary. */
  toPrimary: FaultProxy;
  standbys: SiteStandby[];
  /** The web servers. */
  urls: string[];
  runtimes: Runtime[];
  clients: HistoryClient[];
  stop(): Promise<void>;
}

export interface StandbySiteOptions {
  logger: Logger;
  /** Number of web servers, each with its own runtime. */
  webs: number;
  /** Settings of each standby, such as `recovery_min_apply_delay=30ms`. */
  standbys: readonly (readonly string[])[];
  /** Number of admins with a sale each. */
  clients: number;
  /** Limits of the web servers for what is not a public read. */
  limits?: Partial<ConnectionLimits>;
}

const run = (url: string, statement: string, values: unknown[] = []) =>
  withClient(url, async (client) => (await client.query(statement, values)).rows);

async function createClients(runtime: Runtime, url: string, count: number): Promise<HistoryClient[]> {
  const { accounts, sessions } = systemServices(runtime, 'standbys');
  const em = runtime.orm.em.fork({ useContext: true });
  const sales: { sale_id: number }[] = await run(
    url,
    `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
     select 'item', name, item_id, 1000, '2026-05-01', 'approved', now(), 2
     from item, generate_series(1, $2::int) where name = $1 returning sale_id`,
    [SOLD, count],
  );
  const clients: HistoryClient[] = [];
  for (const { sale_id } of sales) {
    const username = `admin_${sale_id}`;
    const account = { username, email: `${username}@example.org`, password: 'a password for tests' };
    const { user_id } = await accounts.create({ ...account, role: 'admin' });
    const token = await sessions.open(await em.findOneOrFail(Account, { userId: user_id }));
    clients.push({ token, saleId: sale_id });
  }
  return clients;
}

/** Starts a primary with standbys, and web servers that read from the standbys through proxies. */
export async function startStandbySite(options: StandbySiteOptions): Promise<StandbySite> {
  const { logger } = options;
  const directory = await mkdtemp(path.join(tmpdir(), 'marketdex-site-'));
  // The user that runs PostgreSQL has to reach the clusters.
  await chmod(directory, 0o755);
  const primary = await startPostgresServer(path.join(directory, 'primary'), SETTINGS);
  const toPrimary = await FaultProxy.start(primary.url);

  const startRuntime = async (replicas: readonly string[]) => {
    const config = loadConfig({
      DATABASE_URL: toPrimary.url,
      DATABASE_REPLICA_URLS: replicas.join(','),
      DATA_DIR: directory,
      APP_SECRET: SECRET,
      PORT: '0',
      METRICS: 'true',
      RATE_LIMIT_FACTOR: '100000',
      SLOW_QUERY_MS: '3600000',
    });
    const passwords = new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
    const { limits } = options;
    return createRuntime({
      config,
      database: { url: toPrimary.url },
      logger,
      passwords,
      ...(limits && { limits }),
    });
  };

  const first = await startRuntime([]);
  await prepareDatabase(first);
  const clients = await createClients(first, primary.url, options.clients);
  await run(primary.url, CONSECUTIVE_NUMBERS);
  await disconnect(first);

  const standbys: SiteStandby[] = [];
  for (const [index, settings] of options.standbys.entries()) {
    const replication = await FaultProxy.start(primary.url, { seed: index });
    const folder = path.join(directory, `standby-${index + 1}`);
    const server = await startStandby(primary, {
      directory: folder,
      // A standby whose replication was cut follows again within seconds.
      settings: [...SETTINGS, 'wal_receiver_timeout=2s', 'wal_retrieve_retry_interval=200ms', ...settings],
      upstream: replication.url,
    });
    const reads = await FaultProxy.start(server.url, { seed: index });
    standbys.push({
      server,
      reads,
      replication,
      run: async (statement) => {
        await run(server.url, statement);
      },
    });
  }

  const apps: App[] = [];
  const urls: string[] = [];
  for (let index = 0; index < options.webs; index += 1) {
    const app = createApp({ runtime: await startRuntime(standbys.map(({ reads }) => reads.url)) });
    await app.runtime.events.start();
    apps.push(app);
    urls.push(await app.listen(0, '127.0.0.1'));
  }
  return {
    primary,
    toPrimary,
    standbys,
    urls,
    runtimes: apps.map(({ runtime }) => runtime),
    clients,
    stop: async () => {
      for (const app of apps) {
        app.server.closeAllConnections();
        await app.close();
        await app.runtime.events.close();
        await disconnect(app.runtime);
      }
      for (const { server, reads, replication } of standbys) {
        await Promise.all([reads.stop(), replication.stop()]);
        await server.stop();
      }
      await toPrimary.stop();
      await primary.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
