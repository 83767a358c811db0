import type { Request, RequestHandler } from 'express';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { requestContext } from '../lib/request-context.ts';

const told = new WeakSet<Request>();

/** Says that the line of this request is written, or will be. */
export const tellOf = (request: Request): void => {
  told.add(request);
};

/** Of the address only where it begins: the rest may hold a token. */
export const addressOf = ({ originalUrl }: Request): string =>
  (originalUrl.split('?')[0] ?? '').split('/').slice(0, 3).join('/').slice(0, 80);

/**
 * One line for each request that nobody else tells of: a procedure writes a line a call, and the error handler one of
 * what failed before any. What is left are calls that there are not, preflights, and who hangs up early.
 */
export function requestLog({ logger, clock }: { logger: Logger; clock: Clock }): RequestHandler {
  return (request, response, next) => {
    const started = clock.now().getTime();
    const context = requestContext();
    response.once('close', () => {
      if (told.has(request)) return;
      const ms = clock.now().getTime() - started;
      const status = response.writableFinished ? response.statusCode : 'ended early';
      const facts = { category: 'api', method: request.method, address: addressOf(request), ms, status };
      logger.info({ ...context, ...facts }, 'request');
    });
    next();
  };
}
