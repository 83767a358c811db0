import type { Request, RequestHandler } from 'express';
import type { Logger } from '../lib/process/logger.ts';
import { requestContext } from '../lib/process/request-context.ts';

const logged = new WeakSet<Request>();

/** Marks a request as logged elsewhere. */
export const markLogged = (request: Request): void => {
  logged.add(request);
};

/** Only the beginning of a request's target: the rest may contain a token. */
export const addressOf = (target = ''): string =>
  (target.split('?')[0] ?? '').split('/').slice(0, 3).join('/').slice(0, 80);

/** Paths on which every request is logged; elsewhere only refused and failed ones are. */
const LOGGED = /^\/(api|trpc)(\/|\?|$)/;

/**
 * Logs each request that nothing else has logged: procedures log each call, and the error handler logs failures outside
 * calls. That leaves unknown procedures, preflights, aborted requests, and refusals of the pages and the live log.
 */
export function requestLog({ logger }: { logger: Logger }): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const context = requestContext();
    response.once('close', () => {
      if (logged.has(request) || (response.statusCode < 400 && !LOGGED.test(request.originalUrl))) return;
      const ms = Math.round(performance.now() - started);
      const status = response.writableFinished ? response.statusCode : 'ended early';
      const facts = {
        category: 'api',
        method: request.method,
        address: addressOf(request.originalUrl),
        ms,
        status,
      };
      logger[status === 500 ? 'error' : 'info']({ ...context, ...facts }, 'request');
    });
    next();
  };
}
