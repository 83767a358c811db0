import type { RequestHandler } from 'express';
import { requestContext } from '../lib/process/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ipOf, isLogged, sessionOf } from './request.ts';

/** Only the beginning of a request's target: the rest may contain a token. */
export const shortTarget = (target = ''): string =>
  (target.split('?')[0] ?? '').split('/').slice(0, 3).join('/').slice(0, 80);

/** Paths on which every request is logged; elsewhere only refused and failed ones are. */
const LOGGED = /^\/(api|trpc)(\/|\?|$)/;

/**
 * Counts and logs each request that nothing else has logged: procedures log each call, and the error handler logs failures
 * outside calls. That leaves unknown procedures, preflights, aborted requests, and refusals of the pages and the live log.
 * Those over the limit of their address or account have no line, so that none can fill the disk.
 */
export function requestLog({ logger, calls }: Pick<Runtime, 'logger' | 'calls'>): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const context = requestContext();
    response.once('close', () => {
      if (isLogged(request) || (response.statusCode < 400 && !LOGGED.test(request.originalUrl))) return;
      const isWithin = calls.countOther(sessionOf(request), ipOf(request));
      if (!isWithin && response.statusCode !== 500) return;
      const ms = Math.round(performance.now() - started);
      const status = response.writableFinished ? response.statusCode : 'ended early';
      const facts = {
        category: 'api',
        method: request.method,
        address: shortTarget(request.originalUrl),
        ms,
        status,
      };
      logger[status === 500 ? 'error' : 'info']({ ...context, ...facts }, 'request');
    });
    next();
  };
}
