import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import type { Connections } from '../connections.ts';
import { servedHosts } from '../served-hosts.ts';
import type { RefusalStatus, Refusals } from './refusal.ts';

/** Failures of the HTTP parser with a status other than 400. */
const STATUS_OF: Readonly<Record<string, RefusalStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Whether a host forms a URL, for the latest hosts: parsing took a tenth of the time of a read from memory, by a profile. */
const hosts = new LRUCache<string, boolean>({
  max: 100,
  memoMethod: (host) => URL.canParse(`http://${host}`),
});

/** A target that is only a path forms a URL with every host that does. */
const isPath = (target: string): boolean => /^\/(?![/\\])/.test(target);

/** Whether a request names two hosts (RFC 9112, 3.2), of which Node.js takes the first and a proxy may take the other. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2)
    if (rawHeaders[name]?.length === 4 && rawHeaders[name]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Whether target and host form a URL: otherwise express responds with HTML before any route. */
function hasAddress(request: IncomingMessage): boolean {
  const { url = '', headers, httpVersion } = request;
  const { host } = headers;
  if ((host === undefined && httpVersion !== '1.0') || hasTwoHosts(request)) return false;
  return isPath(url) ? hosts.memo(host ?? 'localhost') : URL.canParse(url, `http://${host ?? 'localhost'}`);
}

/**
 * Serves requests of this site's hosts, and refuses malformed HTTP with a request id and a log line, like all other requests.
 *
 * @param server created with `requireHostHeader: false`: Node's own refusal has neither
 */
export function serveRequests(
  server: Server,
  connections: Connections,
  config: Config,
  refusals: Refusals,
  answer: RequestListener,
): void {
  const isServed = servedHosts(config);
  const serve: RequestListener = (request, response) => {
    if (!connections.enter(request.socket, response)) return;
    if (!hasAddress(request)) refusals.request(request, response, 400);
    else if (!isServed(request)) refusals.request(request, response, 421);
    else answer(request, response);
  };
  server.on('request', serve);
  // By default Node refuses unknown expectations; they may be ignored.
  server.on('checkExpectation', serve);
  server.on('connect', (request, socket) => refusals.connection(socket, 405, request));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isGone = error.code === 'ECONNRESET' || !socket.writable;
    // Browsers open connections in advance, and expect no response on one that they have not used.
    const isUnused = socket instanceof Socket && socket.bytesRead === 0;
    if (isGone || isUnused || connections.isAnswering(socket)) socket.destroy();
    else refusals.connection(socket, STATUS_OF[error.code ?? ''] ?? 400);
  });
}
