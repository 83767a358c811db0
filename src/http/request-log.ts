import type { Request, RequestHandler } from 'express';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { requestContext } from '../lib/request-context.ts';

const told = new WeakSet<Request>();

/** Says that the line of this request is written, or will be. */
export const tellOf = (request: Request): void => {
  told.add(request);
};

/** Of a request's target only where it begins: the rest may hold a token. */
export const addressOf = (target = ''): string =>
  (target.split('?')[0] ?? '').split('/').slice(0, 3).join('/').slice(0, 80);

/** Where every request has a line; elsewhere only those that are refused or fail. */
const LOGGED = /^\/(api|trpc)(\/|\?|$)/;

/**
 * One line for each request that has none yet: a procedure writes a line for each call, and the error handler for what
 * failed before any. What is left are unknown procedures, preflights, clients that hang up early, and what the pages and
 * the live log refuse.
 */
export function requestLog({ logger, clock }: { logger: Logger; clock: Clock }): RequestHandler {
  return (request, response, next) => {
    const started = clock.now().getTime();
    const context = requestContext();
    response.once('close', () => {
      if (told.has(request) || (response.statusCode < 400 && !LOGGED.test(request.originalUrl))) return;
      const ms = clock.now().getTime() - started;
      const status = response.writableFinished ? response.statusCode : 'ended early';
      const facts = {
        category: 'api',
        method: request.method,
        address: addressOf(request.originalUrl),
        ms,
        status,
      };
      logger.info({ ...context, ...facts }, 'request');
    });
    next();
  };
}
