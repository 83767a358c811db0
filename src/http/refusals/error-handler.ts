import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { getErrorShape } from '@trpc/server/shared';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { DomainError } from '../../lib/errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { CallContext } from '../../trpc/context.ts';
import { asTrpcError, bodyTooLarge, publicError } from '../../trpc/errors.ts';
import { appRouter } from '../../trpc/router.ts';
import { badCharset, invalidRequest } from '../json-body.ts';
import { ipOf, markLogged, requestIdOf, sessionOf } from '../request.ts';
import { shortTarget } from '../request-log.ts';

const PARSER_ERRORS: Record<string, DomainError> = {
  'entity.parse.failed': invalidRequest('BAD_JSON', 'The body is not valid JSON.'),
  'entity.too.large': bodyTooLarge,
  'encoding.unsupported': new DomainError(
    'unsupported_media',
    'BAD_ENCODING',
    'This encoding is not supported.',
  ),
  'charset.unsupported': badCharset,
  'request.size.invalid': invalidRequest(
    'BAD_LENGTH',
    'The length of the body does not match Content-Length.',
  ),
  'request.aborted': new DomainError('invalid', 'ABORTED', 'The request ended early.'),
};

const badAddress = invalidRequest('BAD_ADDRESS', 'The URL is not correctly encoded.');
const unreadable = invalidRequest('BAD_BODY', 'The body cannot be read.');

/** Replaces errors that a malformed request causes, such as those of the body parsers; others stay as they are. */
function asClientError(error: unknown): unknown {
  const { type, status } = (error ?? {}) as { type?: string; status?: number };
  if (type && PARSER_ERRORS[type]) return PARSER_ERRORS[type];
  if (error instanceof URIError) return badAddress;
  // Other client errors of the parsers have no type, such as a body that cannot be decompressed.
  return status === 400 ? unreadable : error;
}

interface RestFailure {
  status: number;
  /** Seconds, for `Retry-After`. */
  retryAfter: number | null;
  body: Record<string, unknown>;
}

/** The shape of every REST error (docs/api.md "Ground rules"). */
export function restFailure(failure: TRPCError, requestId: string): RestFailure {
  const shown = publicError(failure);
  return {
    status: getHTTPStatusCodeFromError(failure),
    retryAfter: shown.retryAfter,
    body: {
      error: shown.message,
      code: shown.code,
      ...(shown.reason && { reason: shown.reason }),
      ...(shown.details && { details: shown.details }),
      ...(shown.fields && { fields: shown.fields }),
      ...(shown.decided && { decided: shown.decided }),
      request_id: requestId,
    },
  };
}

interface FailedQuery {
  path: string;
  input: unknown;
  ctx: CallContext;
}

/** The same in tRPC's shape. @param query undefined for a failure before any call */
export const trpcFailure = (error: TRPCError, query?: FailedQuery) => ({
  error: getErrorShape({
    config: appRouter._def._config,
    error,
    type: query ? 'query' : 'unknown',
    path: query?.path,
    input: query?.input,
    ctx: query?.ctx,
  }),
});

type FailurePage = (sentence: string) => string;

const failurePages = new WeakMap<Request, FailurePage>();

/** Before the handlers of an address that people open in a browser: its errors are shown on this page. */
export const failsWithPage =
  (page: FailurePage): RequestHandler =>
  (request, _response, next) => {
    failurePages.set(request, page);
    next();
  };

/**
 * Responds to every error in the shape of REST, of tRPC below `/trpc`, or with the page of `failsWithPage`. Unexpected
 * errors are logged and not shown to the client. Other failures outside of calls are counted, and logged up to the limit of
 * their address or account.
 */
export function errorHandler({ logger, calls }: Runtime): ErrorRequestHandler {
  function isWorthALine(error: unknown, request: Request): boolean {
    if (!(error instanceof DomainError) || error.kind !== 'rate_limited')
      return calls.countOther(sessionOf(request), ipOf(request));
    return !error.extras.isRepeated;
  }

  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = asTrpcError(asClientError(error));
    // Procedures log their own failures; this logs the others.
    if (!(error instanceof TRPCError)) {
      markLogged(request);
      const shown = publicError(failure);
      const line = {
        category: 'api',
        method: request.method,
        address: shortTarget(request.originalUrl),
        status: shown.code,
      };
      if (shown.code === 'INTERNAL_SERVER_ERROR') logger.error({ ...line, err: error }, 'request failed');
      else if (isWorthALine(error, request))
        logger.info({ ...line, reason: shown.message }, 'request refused');
    }
    const { status, retryAfter, body } = restFailure(failure, requestIdOf(request));
    response.setHeader('Cache-Control', 'no-store');
    if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
    response.status(status);
    const page = failurePages.get(request);
    if (page) response.type('html').send(page(publicError(failure).message));
    else response.json(/^\/trpc(\/|\?|$)/.test(request.originalUrl) ? trpcFailure(failure) : body);
  };
}
