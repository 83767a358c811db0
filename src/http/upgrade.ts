import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../lib/logger.ts';
import { refuseConnection } from './refusal.ts';

/** Takes a connection over from HTTP, or refuses it with `refuseConnection`. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Only sockets are upgraded to; who offers something else, HTTP/2 say, is answered over HTTP as ever. */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Where each path's sockets go. One place for all of them, since a listener that takes only its own path leaves the
 * others hanging, and one that refuses unknown paths cuts the sockets of the others.
 *
 * @param closing true when no new ones are taken
 */
export function routeUpgrades(
  server: Server,
  paths: Readonly<Record<string, Upgrade>>,
  closing: () => boolean,
  logger: Logger,
): void {
  const upgrades = new Map(Object.entries(paths));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // With the Host that the client named: what cannot be made sense of here would throw further down.
    const url = URL.parse(request.url ?? '', `http://${request.headers.host ?? 'localhost'}`);
    const upgrade = url && upgrades.get(url.pathname);
    if (closing()) refuseConnection(logger, socket, 503, request);
    else if (!url) refuseConnection(logger, socket, 400, request);
    else if (!upgrade) refuseConnection(logger, socket, 404, request);
    else upgrade(request, socket, head);
  });
}
