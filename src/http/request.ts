import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { withRequestContext } from '../lib/request-context.ts';
import type { Platform } from '../modules/platform.ts';
import type { CallContext } from '../trpc/context.ts';

const ids = new WeakMap<object, string>();

/** The id that every log line and the answer of a request carry. */
export const requestIdOf = (request: object): string => ids.get(request) ?? 'unknown';

/** Gives each request its id, tells it in `X-Request-Id`, and opens the log context. */
export const requestIds: RequestHandler = (request, response, next) => {
  const requestId = randomUUID();
  ids.set(request, requestId);
  response.setHeader('X-Request-Id', requestId);
  withRequestContext({ requestId }, () => next());
};

/** The token of `Authorization: Bearer …`; null when there is none. Another scheme is a token nobody has. */
function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '') return null;
  const match = /^Bearer[ ]+(\S{1,512})$/i.exec(header.trim());
  return match?.[1] ?? 'malformed';
}

/** What the procedures may know of an HTTP request. */
export const contextOf =
  (platform: Platform) =>
  (request: Request): CallContext => ({
    platform,
    token: bearerToken(request.headers.authorization),
    origin: {
      requestId: requestIdOf(request),
      ip: request.ip ?? null,
      userAgent: request.headers['user-agent'] ?? null,
    },
    idempotencyKey: request.get('idempotency-key') ?? null,
  });
