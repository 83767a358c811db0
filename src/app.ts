import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connections } from './http/connections.ts';
import { databaseProbe } from './http/database-probe.ts';
import { createExpress } from './http/express.ts';
import type { Probe } from './http/health.ts';
import { liveLogs } from './http/live-logs.ts';
import { serveRequests } from './http/malformed.ts';
import { addFigures } from './http/metrics.ts';
import { publicAnswers } from './http/public-cache/public-answers.ts';
import { trpcSockets } from './http/trpc-ws.ts';
import { asksForSocket, routeUpgrades, type Upgrade } from './http/upgrade.ts';
import { DomainError } from './lib/errors.ts';
import type { Counts } from './lib/metrics.ts';
import type { Platform } from './runtime/runtime.ts';
import { appRouter } from './trpc/router.ts';

/** Longer than proxies usually keep idle connections, so that they close them, and never while one is being used. */
const KEEP_ALIVE_MS = 75_000;

export interface AppOptions {
  platform: Platform;
  /** More that `/readyz` asks for, beside database and migrations. */
  probes?: Record<string, Probe>;
  /** Jobs by state, for `/metrics`. */
  jobs?: () => Promise<Counts>;
}

export interface App {
  server: Server;
  platform: Platform;
  /** Starts to listen; the address that was bound. */
  listen(port: number, host: string): Promise<string>;
  /** Takes no more requests and lets those under way end. */
  close(): Promise<void>;
}

const databaseProbes = ({ orm }: Platform): Record<string, Probe> => ({
  database: databaseProbe(orm),
  migrations: async () => {
    const pending = await orm.migrator.getPending();
    if (pending.length)
      throw new DomainError('unavailable', 'MIGRATIONS_PENDING', `${pending.length} migrations are pending.`);
    return {};
  },
});

/** The web server, not yet listening. The database must be migrated; nothing here changes its shape. */
export function createApp({ platform, probes, jobs }: AppOptions): App {
  let closing = false;
  const options = { platform, probes: { ...databaseProbes(platform), ...probes }, closing: () => closing };
  const live = liveLogs(platform);
  const http = createExpress({ ...options, liveLogs: live.handle });
  const answers = publicAnswers(platform, http, appRouter);
  const server = createServer({
    shouldUpgradeCallback: asksForSocket,
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  const connections = new Connections(server);
  serveRequests(server, connections, platform.logger, answers);
  const sockets = trpcSockets(platform, http);
  // As express sees it, with the address that the trusted proxies tell.
  const acceptLive: Upgrade = (request, ...rest) =>
    live.accept(Object.setPrototypeOf(request, http.request), ...rest);
  const upgrades = { '/trpc': sockets.accept, '/socket.io': acceptLive, '/socket.io/': acceptLive };
  if (platform.config.metrics)
    addFigures(platform, { jobs, sockets: () => ({ trpc: sockets.open(), logs: live.open() }) });
  routeUpgrades(server, upgrades, options.closing, platform.logger);
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
      sockets.close();
      live.close();
      const cut = await connections.close();
      if (cut > 0) platform.logger.warn({ category: 'api', connections: cut }, 'answers were cut off');
    },
  };
}
