import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RefusalContext, refuseConnection } from '../refusals/refusal.ts';
import { servedHosts } from '../served-hosts.ts';

/** Takes a connection over from HTTP, or refuses it with `refuseConnection`. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Only WebSocket upgrades are handled; other protocols, such as h2c, are answered over HTTP. */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

export interface UpgradeRoutes {
  server: Server;
  paths: Readonly<Record<string, Upgrade>>;
  /** True when no new sockets are accepted. */
  closing: () => boolean;
  /** Whether a connection is over the limit of its address. */
  isSurplus: (socket: Duplex) => boolean;
}

/**
 * Dispatches upgrades by path, in a single listener: one that only handles its own path leaves other connections open,
 * and one that refuses unknown paths cuts the sockets of other listeners.
 */
export function routeUpgrades(
  { server, paths, closing, isSurplus }: UpgradeRoutes,
  context: RefusalContext,
): void {
  const isServed = servedHosts(context.config);
  const upgrades = new Map(Object.entries(paths));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // With the client's Host header: an invalid one would throw later.
    const url = URL.parse(request.url ?? '', `http://${request.headers.host ?? 'localhost'}`);
    const upgrade = url && upgrades.get(url.pathname);
    if (closing()) refuseConnection(context, socket, 503, request);
    else if (isSurplus(socket)) refuseConnection(context, socket, 429, request);
    else if (!url) refuseConnection(context, socket, 400, request);
    else if (!isServed(request)) refuseConnection(context, socket, 421, request);
    else if (!upgrade) refuseConnection(context, socket, 404, request);
    else upgrade(request, socket, head);
  });
}
