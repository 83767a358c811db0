import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes a connection over from HTTP, or refuses it with `refuseUpgrade`. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Only sockets are upgraded to; who offers something else, HTTP/2 say, is answered over HTTP as ever. */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/** Answers an upgrade with a plain status and ends the connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Where each path's sockets go. One place for all of them, since a listener that takes only its own path leaves the
 * others hanging, and one that refuses what it does not know cuts its neighbours' (PITFALLS section 5).
 *
 * @param closing true when no new ones are taken
 */
export function routeUpgrades(
  server: Server,
  paths: Readonly<Record<string, Upgrade>>,
  closing: () => boolean,
): void {
  const upgrades = new Map(Object.entries(paths));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // With the Host that the client named: what cannot be made sense of here would throw further down.
    const url = URL.parse(request.url ?? '', `http://${request.headers.host ?? 'localhost'}`);
    const upgrade = url && upgrades.get(url.pathname);
    if (closing()) refuseUpgrade(socket, 503);
    else if (!url) refuseUpgrade(socket, 400);
    else if (!upgrade) refuseUpgrade(socket, 404);
    else upgrade(request, socket, head);
  });
}
