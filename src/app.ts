import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireWritable } from './db/inspect.ts';
import { requireMigrated } from './db/tables/migrate.ts';
import { limitAddresses } from './http/address-limit.ts';
import { Connections } from './http/connections.ts';
import { discordInteractions } from './http/discord/interactions.ts';
import { refuseEarly } from './http/early-refusals.ts';
import { createExpress } from './http/express.ts';
import type { Probe } from './http/health/health.ts';
import { addFigures } from './http/health/metrics.ts';
import { publicCache } from './http/public-cache/public-cache.ts';
import { serveRequests } from './http/refusals/malformed.ts';
import { Refusals } from './http/refusals/refusal.ts';
import { liveLogs } from './http/sockets/live-logs.ts';
import { trpcSockets } from './http/sockets/trpc-ws.ts';
import { asksForSocket, routeUpgrades } from './http/sockets/upgrade.ts';
import { inTime } from './lib/with-timeout.ts';
import { CardRenderer } from './modules/cards/rendering/card-renderer.ts';
import type { QueueBackend } from './queue/backend.ts';
import { connectionLimit } from './runtime/open-files.ts';
import type { Runtime } from './runtime/runtime.ts';

/**
 * Longer than proxies usually keep idle connections: the proxy closes them first, so a request never meets a
 * connection that this server is closing.
 */
const KEEP_ALIVE_MS = 75_000;

/** How long a shutdown waits for deferred replies to Discord, while connections are drained. */
const SETTLE_MS = 10_000;

/** Time limits of a client, in milliseconds. */
interface ClientLimits {
  /** For the headers of a request, and for the first byte of a connection. */
  headersMs: number;
  /** For a whole request. */
  requestMs: number;
  /** For reading: how long a response may make no progress. */
  readMs: number;
  /** How often these are checked. */
  checkMs: number;
  /** For the login at the live log. */
  loginMs: number;
}

const CLIENT_LIMITS: ClientLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  readMs: 120_000,
  checkMs: 1_000,
  loginMs: 10_000,
};

interface AppOptions {
  runtime: Runtime;
  clientLimits?: ClientLimits;
  /** Additional probes of `/readyz`; database and migrations are always checked. */
  probes?: Record<string, Probe>;
  /** How long a command of Discord may take, in milliseconds, before its reply is deferred. */
  discordRespondMs?: number;
  /** For `/metrics`. */
  queue?: Pick<QueueBackend, 'counts' | 'overdue'>;
}

export interface App {
  server: Server;
  runtime: Runtime;
  renderer: CardRenderer;
  /** Starts to listen and returns the bound address as a URL. */
  listen(port: number, host: string): Promise<string>;
  /** Accepts no further requests and waits for those in progress. */
  close(): Promise<void>;
}

const databaseProbes = ({ orm }: Runtime): Record<string, Probe> => ({
  database: async () => {
    await requireWritable(orm.em.fork());
    return {};
  },
  migrations: async () => {
    await requireMigrated(orm);
    return {};
  },
});

/** Builds the web server without listening. The database must already be migrated. */
export function createApp({
  runtime,
  probes,
  queue,
  discordRespondMs,
  clientLimits = CLIENT_LIMITS,
}: AppOptions): App {
  const { config, logger } = runtime;
  let closing = false;
  const options = { runtime, probes: { ...databaseProbes(runtime), ...probes }, closing: () => closing };
  const refusals = new Refusals(runtime);
  const sockets = trpcSockets(runtime, refusals);
  const live = liveLogs(runtime, refusals, clientLimits.loginMs);
  const discord = discordInteractions(runtime, discordRespondMs);
  const renderer = new CardRenderer({ logger });
  const cache = publicCache(runtime);
  const parts = { liveLogs: live.handle, discord: discord.router, renderer, pageData: cache.pageData };
  const http = createExpress({ ...options, ...parts, openSockets: sockets.open });
  const server = createServer({
    shouldUpgradeCallback: asksForSocket,
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: clientLimits.headersMs,
    requestTimeout: clientLimits.requestMs,
    connectionsCheckingInterval: clientLimits.checkMs,
  });
  const { most, warning } = connectionLimit(config);
  if (warning) logger.warn({ category: 'api' }, warning);
  server.maxConnections = most;
  const connections = new Connections(server, logger, clientLimits);
  const addressLimit = limitAddresses(server, runtime, refusals, refuseEarly(runtime, cache.before(http)));
  serveRequests(server, connections, config, refusals, addressLimit.serve);
  const upgrades = { '/trpc': sockets.accept, '/socket.io': live.accept, '/socket.io/': live.accept };
  if (config.metrics)
    addFigures(runtime, { queue, sockets: () => ({ trpc: sockets.open(), logs: live.open() }) });
  const routes = { server, paths: upgrades, closing: options.closing, isSurplus: addressLimit.isSurplus };
  routeUpgrades(routes, config, refusals);
  return {
    server,
    runtime,
    renderer,
    listen: async (port, host) => {
      await once(server.listen(port, host), 'listening');
      server.on('error', (err) => logger.error({ category: 'api', err }, 'a connection was not accepted'));
      const { port: bound } = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
    },
    close: async () => {
      closing = true;
      sockets.close();
      live.close();
      const drained = connections.close();
      // Includes commands that arrive meanwhile.
      await inTime(
        SETTLE_MS,
        drained.then(() => discord.settle()),
      );
      const cut = await drained;
      runtime.readLog.flush();
      renderer.close();
      if (cut > 0) logger.warn({ category: 'api', connections: cut }, 'responses were cut off at shutdown');
    },
  };
}
