import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { normaliseAddress } from '../lib/client-address.ts';
import { withRequestContext } from '../lib/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { CallContext } from '../trpc/context.ts';
import { tellOf } from './request-log.ts';

const ids = new WeakMap<object, string>();

/** The id that every log line and the answer of a request carry. */
export const requestIdOf = (request: object): string => ids.get(request) ?? 'unknown';

/** Gives each request its id, tells it in `X-Request-Id`, and opens the log context. */
export const requestIds: RequestHandler = (request, response, next) => {
  const requestId = randomUUID();
  ids.set(request, requestId);
  response.setHeader('X-Request-Id', requestId);
  withRequestContext({ requestId, ip: clientAddress(request) }, () => next());
};

/**
 * Where a request comes from: what the configured proxies say, else who is connected. Text in `X-Forwarded-For` that
 * is no address is nobody's, and the connection's own counts.
 */
export const clientAddress = (request: Request): string | null =>
  normaliseAddress(request.ip) ?? normaliseAddress(request.socket.remoteAddress);

/** The tokens of `Authorization: Bearer …` and `Pending …`. Any other header is a token that nobody has. */
function tokensOf(header: string | undefined): { token: string | null; pendingToken: string | null } {
  if (header === undefined || header.trim() === '') return { token: null, pendingToken: null };
  const match = /^(Bearer|Pending) +(\S{1,512})$/i.exec(header.trim());
  const [, scheme, token] = match ?? [];
  if (!scheme || !token) return { token: 'malformed', pendingToken: null };
  // A pending token is no session: where one is asked for, it is as good as a wrong one.
  return scheme.toLowerCase() === 'pending'
    ? { token: 'pending', pendingToken: token }
    : { token, pendingToken: null };
}

/** What the procedures may know of an HTTP request. */
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
    reached: () => tellOf(request),
  });
