import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../config.ts';
import type { Refusals } from '../refusals/refusal.ts';
import { servedHosts } from '../served-hosts.ts';

/** Takes a connection over from HTTP, or refuses it with `Refusals`. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Only WebSocket upgrades are handled; other protocols, such as h2c, are answered over HTTP. */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Whether the origin of a socket is allowed: a page of this site, of a configured one, or a program, which sends no
 * origin (ASVS 4.4.2). Browsers let any page open a socket to any site, so the server has to check.
 */
export function allowsOrigin(
  { headers }: IncomingMessage,
  { publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.host === host || [new URL(publicUrl).origin, ...corsOrigins].includes(url.origin);
}

interface UpgradeRoutes {
  server: Server;
  paths: Readonly<Record<string, Upgrade>>;
  /** True when no new sockets are accepted. */
  closing: () => boolean;
  isSurplus: (socket: Duplex) => boolean;
}

/**
 * Dispatches upgrades by path, in a single listener: one that only handles its own path leaves other connections open,
 * and one that refuses unknown paths cuts the sockets of other listeners.
 */
export function routeUpgrades(
  { server, paths, closing, isSurplus }: UpgradeRoutes,
  config: Config,
  refusals: Refusals,
): void {
  const isServed = servedHosts(config);
  const upgrades = new Map(Object.entries(paths));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // With the client's Host header: an invalid one would throw later.
    const url = URL.parse(request.url ?? '', `http://${request.headers.host ?? 'localhost'}`);
    const upgrade = url && upgrades.get(url.pathname);
    if (closing()) refusals.connection(socket, 503, request);
    else if (isSurplus(socket)) refusals.connection(socket, 429, request);
    else if (!url) refusals.connection(socket, 400, request);
    else if (!isServed(request)) refusals.connection(socket, 421, request);
    else if (!upgrade) refusals.connection(socket, 404, request);
    else upgrade(request, socket, head);
  });
}
