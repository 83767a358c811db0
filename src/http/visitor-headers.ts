import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { crossOrigin } from './cors.ts';
import type { PlainHandler } from './plain-handler.ts';
import { securityHeaders } from './security-headers.ts';

/** What a public response varies by. */
const VARY = ['Vary', 'Authorization, Origin, Accept-Encoding, trpc-accept'];

/** Headers of these handlers for requests from an origin: name, value, name, value … */
function setBy(handlers: readonly PlainHandler[], origin: string | undefined): readonly string[] {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  if (origin !== undefined) request.headers.origin = origin;
  const response = new ServerResponse(request);
  for (const handle of handlers) handle(request, response, () => undefined);
  response.removeHeader('vary');
  return [
    ...Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]),
    ...VARY,
  ];
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
