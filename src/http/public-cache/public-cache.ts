import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { DomainError } from '../../lib/errors.ts';
import type { Origin } from '../../modules/scope.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { CallerPosition } from '../../trpc/context.ts';
import { clientAddress, positionHeader, positionOf } from '../request.ts';
import { sendUnkept, visitorHeaders } from '../visitor-headers.ts';
import { cacheHeaders, REVALIDATED } from './cache-headers.ts';
import { CachedResponse } from './cached-response.ts';
import { CurrentMoment } from './moment.ts';
import { type FindPageData, pageData } from './page-data.ts';
import { PublicQueries, type PublicRequest } from './public-queries.ts';
import { type Moment, ResponseCache } from './response-cache.ts';
import { VisitorCalls } from './visitor-calls.ts';

interface Exchange {
  asked: PublicRequest;
  request: IncomingMessage;
  response: ServerResponse;
  origin: Origin;
  position: CallerPosition;
  /** By the clock of `performance`. */
  started: number;
}

export interface PublicCache {
  /** Serves public queries of visitors; all other requests are passed on to the application. */
  before(application: RequestListener): RequestListener;
  pageData: FindPageData;
}

/**
 * Answers the public queries of visitors with little overhead, and from a cache while nothing has changed that visitors
 * can see. Each request checks the database for changes after it arrived, so that a client that has seen a sale
 * approved, by any process, never gets an older market.
 */
export function publicCache(runtime: Runtime): PublicCache {
  const { config, logger, changeFeed } = runtime;
  const queries = new PublicQueries();
  const cache = new ResponseCache(config.answerCacheBytes);
  const current = new CurrentMoment(runtime);
  const visitorCalls = new VisitorCalls(runtime);
  const headersFor = visitorHeaders(config);
  const cachingOf = cacheHeaders(config.edgeCacheSeconds);
  const addressOf = clientAddress(config);
  const foreign = new Set(config.corsOrigins);

  /** Makes the calls and sends the response; null for one that must not be shared: a failure, or a passing result. */
  async function call(
    { asked, request, response, origin, position }: Exchange,
    refusals?: readonly (DomainError | null)[],
  ): Promise<CachedResponse | null> {
    const { isPassing, ...outcome } = await visitorCalls.outcomeFor(asked, origin, position, refusals);
    const shared = headersFor(asked.form === 'rest', request.headers.origin);
    const headers = [...shared, ...Object.entries(positionHeader(position)).flat()];
    if (outcome.status === 200) {
      const caching = isPassing ? REVALIDATED : cachingOf(asked.calls);
      const cached = new CachedResponse([...headers, ...caching], outcome.type, outcome.body);
      cached.send(request, response, origin.requestId);
      return isPassing ? null : cached;
    }
    sendUnkept(response, headers, origin.requestId, outcome);
    return null;
  }

  const keyOf = ({ asked, request: { headers } }: Exchange) =>
    headers.origin !== undefined && foreign.has(headers.origin)
      ? `${headers.origin} ${asked.key}`
      : asked.key;

  const fail = (response: ServerResponse, error: unknown) => {
    logger.error({ category: 'api', err: error }, 'public query failed');
    response.destroy();
  };

  /** Sends a cached response, and counts, logs and measures its calls. In a batch, some may be refused and others not. */
  function give(cached: CachedResponse, exchange: Exchange): void {
    const { asked, request, response, origin, started } = exchange;
    const refusals = visitorCalls.countReads(asked, origin);
    if (refusals.some((refusal) => refusal !== null)) {
      changeFeed.answering(() => call(exchange, refusals)).catch((error) => fail(response, error));
      return;
    }
    cached.send(request, response, origin.requestId);
    visitorCalls.logReads(asked, origin, started);
    if (!cached.canPack(request)) return;
    cached
      .pack(request)
      .then(() => cache.grown(keyOf(exchange), cached))
      .catch((error) => fail(response, error));
  }

  async function make(exchange: Exchange, moment: Moment): Promise<void> {
    const key = keyOf(exchange);
    const making = cache.making(key, moment);
    // Without an `await` before the response is begun, or all requests that share a query for changes would begin their own.
    const made = making && (await making);
    if (made) give(made, exchange);
    else
      await cache.make(
        key,
        moment,
        changeFeed.answering(() => call(exchange)),
      );
  }

  function serve(exchange: Exchange, moment: Moment | null): void {
    const { response } = exchange;
    try {
      const known = moment && cache.find(keyOf(exchange), moment);
      if (known) give(known, exchange);
      else (moment ? make(exchange, moment) : call(exchange)).catch((error) => fail(response, error));
    } catch (error) {
      fail(response, error);
    }
  }

  const before = (application: RequestListener): RequestListener => {
    return (request, response) => {
      const asked = queries.find(request);
      if (!asked) return application(request, response);
      const userAgent = request.headers['user-agent'] ?? null;
      const origin = { requestId: randomUUID(), ip: addressOf(request), userAgent };
      const position = positionOf(request);
      const started = performance.now();
      const exchange = { asked, request, response, origin, position, started };
      current.find(position.brought, (moment) => serve(exchange, moment));
    };
  };

  return {
    before,
    pageData: pageData({ cache, changeFeed, current, readServers: runtime.readServers, visitorCalls }),
  };
}
