import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { getErrorShape } from '@trpc/server/shared';
import type { ErrorRequestHandler, Request } from 'express';
import { LIMITS } from '../contract/shared/limits.ts';
import { DomainError } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { asTrpcError, publicError } from '../trpc/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { addressOf, tellOf } from './request-log.ts';

/** Failures of express's own parsers, by the type they carry. */
const PARSER_ERRORS: Record<string, DomainError> = {
  'entity.parse.failed': new DomainError('invalid', 'BAD_JSON', 'The body is not valid JSON.', {
    details: ['The body is not valid JSON.'],
  }),
  'entity.too.large': new DomainError(
    'too_large',
    'TOO_LARGE',
    `The body is too large: at most ${LIMITS.bodyBytes / 1024} kB.`,
  ),
  'encoding.unsupported': new DomainError(
    'unsupported_media',
    'BAD_ENCODING',
    'This encoding is not supported.',
  ),
  'charset.unsupported': new DomainError('unsupported_media', 'BAD_CHARSET', 'Send the body in UTF-8.'),
  'request.size.invalid': new DomainError(
    'invalid',
    'BAD_LENGTH',
    'The body does not have the length it claims.',
  ),
  'request.aborted': new DomainError('invalid', 'ABORTED', 'The request ended early.'),
};

const badAddress = new DomainError('invalid', 'BAD_ADDRESS', 'The address is not correctly encoded.', {
  details: ['The address is not correctly encoded.'],
});

const unreadable = new DomainError('invalid', 'BAD_BODY', 'The body cannot be read.', {
  details: ['The body cannot be read.'],
});

function foreseen(error: unknown): unknown {
  const { type, status } = (error ?? {}) as { type?: string; status?: number };
  if (type && PARSER_ERRORS[type]) return PARSER_ERRORS[type];
  if (error instanceof URIError) return badAddress;
  // What else the parsers blame on the request has no type: a body that does not unpack.
  return status === 400 ? unreadable : error;
}

const trpcErrorOf = (error: unknown): TRPCError =>
  asTrpcError(
    error instanceof TRPCError
      ? error
      : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: foreseen(error), message: 'failed' }),
  );

export interface RestFailure {
  status: number;
  /** Seconds, for `Retry-After`. */
  retryAfter: number | null;
  body: Record<string, unknown>;
}

/** The one shape of every REST error (docs/api.md "Ground rules"). */
export function restFailure(failure: TRPCError, requestId: string): RestFailure {
  const told = publicError(failure);
  return {
    status: getHTTPStatusCodeFromError(failure),
    retryAfter: told.retryAfter,
    body: {
      error: told.message,
      code: told.code,
      ...(told.details && { details: told.details }),
      ...(told.decided && { decided: told.decided }),
      request_id: requestId,
    },
  };
}

/** The same as tRPC answers it. */
const trpcFailure = (error: TRPCError) => ({
  error: getErrorShape({
    config: appRouter._def._config,
    error,
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: undefined,
  }),
});

/**
 * Answers every error in the shape of REST, or of tRPC below `/trpc`; what nothing foresaw is logged, and the client
 * learns nothing of it.
 */
export function errorHandler(logger: Logger, requestIdOf: (request: Request) => string): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = trpcErrorOf(error);
    // A procedure logs its own failures; what failed outside one is logged here.
    if (!(error instanceof TRPCError)) {
      tellOf(request);
      const told = publicError(failure);
      const line = {
        category: 'api',
        method: request.method,
        address: addressOf(request.originalUrl),
        status: told.code,
      };
      if (told.code === 'INTERNAL_SERVER_ERROR') logger.error({ ...line, err: error }, 'request failed');
      else logger.info({ ...line, reason: told.message }, 'request refused');
    }
    const { status, retryAfter, body } = restFailure(failure, requestIdOf(request));
    if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
    response.status(status).json(/^\/trpc(\/|\?|$)/.test(request.originalUrl) ? trpcFailure(failure) : body);
  };
}
