import type { ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { crossOrigin } from './cors.ts';
import type { Outcome } from './public-cache/public-outcome.ts';
import { headersSetBy, type PlainHandler, securityHeaders } from './security-headers.ts';

/** What a public response varies by. */
const VARY = ['Vary', 'Authorization, Origin, Accept-Encoding, trpc-accept'];

/** Headers of these handlers for requests from an origin: name, value, name, value … */
function setBy(handlers: readonly PlainHandler[], origin: string | undefined): readonly string[] {
  const { vary: _, ...headers } = headersSetBy(handlers, origin);
  return [...Object.entries(headers).flat(), ...VARY];
}

/**
 * The headers that the application's handlers add to every response under `/trpc` and `/api`, computed once instead of
 * per request: they depend only on the settings and, where other sites may call, on the origin.
 */
export function visitorHeaders(
  config: Config,
): (isRest: boolean, origin: string | undefined) => readonly string[] {
  const secure = securityHeaders(config);
  const rest = [...secure, crossOrigin(config.corsOrigins)];
  const foreign = new Map(config.corsOrigins.map((origin) => [origin, setBy(rest, origin)]));
  const [ownRest, ownTrpc] = [setBy(rest, undefined), setBy(secure, undefined)];
  return (isRest, origin) => (isRest ? (origin && foreign.get(origin)) || ownRest : ownTrpc);
}

/** Sends a response that nothing may keep, with these headers: name, value, name, value … */
export function sendUnkept(
  response: ServerResponse,
  headers: readonly string[],
  requestId: string,
  { status, type, body, retryAfter }: Outcome,
): void {
  const own = ['X-Request-Id', requestId, 'Cache-Control', 'no-store', 'Content-Type', type];
  if (retryAfter !== null) own.push('Retry-After', String(retryAfter));
  own.push('Content-Length', String(body.length));
  response.writeHead(status, [...headers, ...own]).end(body);
}
