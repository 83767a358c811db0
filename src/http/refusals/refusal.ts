import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { normaliseAddress } from '../../lib/client-address.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { clientAddress } from '../request.ts';
import { shortTarget } from '../request-log.ts';
import { headersSetBy, securityHeaders } from '../security-headers.ts';

const REFUSALS = {
  400: ['BAD_REQUEST', 'The request cannot be read.'],
  403: ['FORBIDDEN', 'This origin is not allowed.'],
  404: ['NOT_FOUND', 'There is no such path.'],
  405: ['METHOD_NOT_SUPPORTED', 'This method is not supported.'],
  408: ['TIMEOUT', 'The request took too long to arrive.'],
  413: ['PAYLOAD_TOO_LARGE', 'The request is too large.'],
  421: ['MISDIRECTED_REQUEST', 'This host name is not served here. ALLOWED_HOSTS lists additional names.'],
  429: ['TOO_MANY_REQUESTS', 'Too many connections.'],
  431: ['HEADERS_TOO_LARGE', 'The URL or the headers are too long.'],
  503: ['SERVICE_UNAVAILABLE', 'The server is restarting. Please try again.'],
} as const;

/** How long a client may take to read the refusal of its connection. Upgraded connections have no other time limit. */
const READ_MS = 5_000;

/** Seconds of `Retry-After` are sent with these. */
const MAY_BE_RETRIED = new Set<number>([429, 503]);

export type RefusalStatus = keyof typeof REFUSALS;

/** Refuses what comes before express or does not reach it, in the shape of every REST error. */
export class Refusals {
  readonly #runtime: Pick<Runtime, 'logger' | 'calls'>;
  readonly #addressOf: ReturnType<typeof clientAddress>;
  readonly #securityHeaders: Record<string, string>;

  constructor(runtime: Pick<Runtime, 'logger' | 'config' | 'calls'>) {
    this.#runtime = runtime;
    this.#addressOf = clientAddress(runtime.config);
    this.#securityHeaders = headersSetBy(securityHeaders(runtime.config));
  }

  /** Refuses a request that no route can read. */
  request(request: IncomingMessage, response: ServerResponse, status: RefusalStatus): void {
    const { headers, body } = this.#refusal(status, request.socket, request);
    response.writeHead(status, headers).end(body);
  }

  /** Refuses without a response object, such as for an upgrade, and closes the connection. */
  connection(socket: Duplex, status: RefusalStatus, request?: IncomingMessage): void {
    const { headers, body } = this.#refusal(status, socket, request);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const late = setTimeout(() => socket.destroy(), READ_MS).unref();
    socket.once('finish', () => socket.destroy()).once('close', () => clearTimeout(late));
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
    socket.end(body);
  }

  /** Logs a refusal, up to the limit of its address; returns headers and body of its response. */
  #refusal(status: RefusalStatus, from: Duplex, request?: IncomingMessage) {
    const { logger, calls } = this.#runtime;
    const requestId = randomUUID();
    const [code, reason] = REFUSALS[status];
    const direct = from instanceof Socket ? normaliseAddress(from.remoteAddress) : null;
    const ip = request ? this.#addressOf(request) : direct;
    const asked = request && { method: request.method, address: shortTarget(request.url) };
    if (calls.countOther(null, ip))
      logger.info({ category: 'api', requestId, ip, ...asked, status, reason }, 'request refused');
    const body = Buffer.from(JSON.stringify({ error: reason, code, request_id: requestId }));
    const headers = {
      ...this.#securityHeaders,
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      ...(MAY_BE_RETRIED.has(status) && { 'Retry-After': '5' }),
      'Content-Length': body.length,
      Connection: 'close',
    };
    return { headers, body };
  }
}
