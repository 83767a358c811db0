import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { FEED_PATH } from '../contract/follows/follows.ts';
import { notFound } from '../lib/errors.ts';
import type { CardRenderer } from '../modules/cards/rendering/card-renderer.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { retryAfterOf } from '../trpc/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { cardRoutes } from './cards/card-routes.ts';
import { crossOrigin } from './cors.ts';
import { docsRouter } from './docs/docs-router.ts';
import { followFeeds } from './follow-feeds.ts';
import { healthRouter, type Probe } from './health/health.ts';
import { metricsPage } from './health/metrics.ts';
import { readJsonBody } from './json-body.ts';
import { headAsGet, notingMethods, refuseOtherMethods } from './methods.ts';
import type { PublicCache } from './public-cache/public-cache.ts';
import { requireReadableCall } from './readable-calls.ts';
import { errorHandler } from './refusals/error-handler.ts';
import { contextOf, positionHeader, requestIds } from './request.ts';
import { requestLog } from './request-log.ts';
import { restRouter } from './rest.ts';
import { securityHeaders } from './security-headers.ts';
import { SERVER_PATHS } from './server-paths.ts';
import { builtClient } from './site/built-client.ts';
import { crawlers } from './site/crawlers.ts';
import { pages } from './site/pages.ts';
import { siteFiles } from './site/site-files.ts';
import { refuseLostUpgrade } from './sockets/lost-upgrades.ts';
import { unsubscribePages } from './unsubscribe.ts';

interface HttpOptions {
  runtime: Runtime;
  probes: Record<string, Probe>;
  closing: () => boolean;
  /** The number of open sockets at `/trpc`. */
  openSockets: () => number;
  /** Serves requests to `/socket.io`. */
  liveLogs: RequestHandler;
  discord: Router;
  renderer: CardRenderer;
  pageData: PublicCache['pageData'];
}

const unknownPath: RequestHandler = () => {
  throw notFound('path');
};

/** The HTTP application; the middleware is in request order. */
export function createExpress(options: HttpOptions): Express {
  const { runtime, probes, closing, openSockets, liveLogs, discord, renderer, pageData } = options;
  const { config } = runtime;
  const toContext = contextOf(runtime);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(requestIds(config));
  app.use(securityHeaders(config));
  app.use(notingMethods(healthRouter(probes, closing, () => runtime.readServers.report())));
  if (config.metrics) app.use(notingMethods(metricsPage(runtime)));
  app.use(requestLog(runtime));
  app.use(
    '/trpc',
    refuseLostUpgrade(runtime, openSockets),
    headAsGet,
    requireReadableCall,
    readJsonBody,
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req }) => toContext(req),
      responseMeta: ({ ctx, errors, eagerGeneration }) => {
        const wait = retryAfterOf(errors);
        return {
          headers: {
            'Cache-Control': 'no-store',
            ...positionHeader(ctx?.position),
            // A refusal before any call has no type, and would be sent as plain text.
            ...(!eagerGeneration && { 'Content-Type': 'application/json' }),
            ...(wait !== null && { 'Retry-After': String(wait) }),
          },
        };
      },
    }),
  );
  app.use('/socket.io', crossOrigin(config.corsOrigins), headAsGet, liveLogs);
  app.use('/api', crossOrigin(config.corsOrigins));
  app.use('/api', notingMethods(docsRouter(appRouter)));
  app.use(FEED_PATH, notingMethods(followFeeds(runtime)));
  app.use('/api', notingMethods(restRouter(toContext)));
  app.use('/api', refuseOtherMethods, unknownPath);
  const own = express.Router();
  own.use(({ path }, _response, next) => next(SERVER_PATHS.test(path) ? undefined : 'router'));
  for (const router of [unsubscribePages(runtime), discord, crawlers(runtime), cardRoutes(runtime, renderer)])
    own.use(notingMethods(router));
  app.use(own, refuseOtherMethods, siteFiles(), pages(runtime, builtClient(), pageData), unknownPath);
  app.use(errorHandler(runtime));
  return app;
}
