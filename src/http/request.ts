import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { normaliseAddress } from '../lib/client-address.ts';
import { withRequestContext } from '../lib/process/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { CallContext } from '../trpc/context.ts';
import { markLogged } from './request-log.ts';

const ids = new WeakMap<object, string>();

/** The id of a request, in every log line and in the response. */
export const requestIdOf = (request: object): string => ids.get(request) ?? 'unknown';

/** Gives each request an id, sends it as `X-Request-Id`, and opens the log context. */
export const requestIds: RequestHandler = (request, response, next) => {
  const requestId = randomUUID();
  ids.set(request, requestId);
  response.setHeader('X-Request-Id', requestId);
  withRequestContext({ requestId, ip: clientAddress(request) }, () => next());
};

/**
 * The client's address: as the configured proxies report it, else that of the connection. A value in `X-Forwarded-For`
 * that is not an address is ignored, and the connection's address counts.
 */
export const clientAddress = (request: Request): string | null =>
  normaliseAddress(request.ip) ?? normaliseAddress(request.socket.remoteAddress);

/** The tokens of `Authorization: Bearer …` and `Pending …`. Any other header counts as an invalid token. */
function tokensOf(header: string | undefined): { token: string | null; pendingToken: string | null } {
  if (header === undefined || header.trim() === '') return { token: null, pendingToken: null };
  const match = /^(Bearer|Pending) +(\S{1,512})$/i.exec(header.trim());
  const [, scheme, token] = match ?? [];
  if (!scheme || !token) return { token: 'malformed', pendingToken: null };
  // A pending token is not a session: it is invalid where a session is required.
  return scheme.toLowerCase() === 'pending'
    ? { token: 'pending', pendingToken: token }
    : { token, pendingToken: null };
}

/** The parts of an HTTP request that procedures can use. */
export const contextOf =
  (runtime: Runtime) =>
  (request: Request): CallContext => ({
    runtime,
    ...tokensOf(request.headers.authorization),
    code: request.get('x-totp-token')?.trim() || null,
    origin: {
      requestId: requestIdOf(request),
      ip: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? null,
    },
    idempotencyKey: request.get('idempotency-key') ?? null,
    socket: null,
    reached: () => markLogged(request),
  });
