import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import type { Origin } from '../../modules/scope.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { CallContext, CallerPosition } from '../../trpc/context.ts';
import { logSuccess } from '../../trpc/procedures.ts';
import { clientAddress, positionHeader, positionOf } from '../request.ts';
import { visitorHeaders } from '../visitor-headers.ts';
import { Answer } from './answer.ts';
import { AnswerStore } from './answer-store.ts';
import { cacheHeaders, REVALIDATED } from './cache-headers.ts';
import { currentMoment } from './moment.ts';
import { outcomeOf } from './public-outcome.ts';
import { PublicQueries, type PublicRequest } from './public-queries.ts';

interface Exchange {
  asked: PublicRequest;
  request: IncomingMessage;
  response: ServerResponse;
  origin: Origin;
  position: CallerPosition;
}

/** Returns a function that replays the results of the rate limit for a batch's calls, one by one. */
function takenFrom(counted: readonly PromiseSettledResult<void>[]): () => Promise<void> {
  const left = [...counted];
  return async () => {
    const next = left.shift();
    if (next?.status === 'rejected') throw next.reason;
  };
}

/**
 * Serves the public queries of visitors with little overhead, and from a cache while nothing has changed that visitors
 * can see. Each request checks the database for changes after it arrived, so that a client that has seen a sale
 * approved, by any process, never gets an older market. All other requests are passed on to the application.
 */
export function publicAnswers(
  runtime: Runtime,
  application: RequestListener,
  router: AnyTRPCRouter,
): RequestListener {
  const { config, calls, clock, logger } = runtime;
  const queries = new PublicQueries(router);
  const answers = new AnswerStore(config.answerCacheBytes);
  const headersFor = visitorHeaders(config);
  const cachingOf = cacheHeaders(config.edgeCacheSeconds);
  const addressOf = clientAddress(config);
  const foreign = new Set(config.corsOrigins);

  /** Counts the calls against the limit of reads; in a batch, some may pass and others not. */
  const countReads = ({ asked, origin }: Exchange) =>
    Promise.allSettled(asked.calls.map(() => calls.takeRead(origin.ip)));

  /** Makes the calls and sends the response; null for one that must not be shared: a failure, or a passing result. */
  async function call(
    { asked, request, response, origin, position }: Exchange,
    counted?: readonly PromiseSettledResult<void>[],
  ): Promise<Answer | null> {
    const visitor = { token: null, pendingToken: null, code: null, idempotencyKey: null, socket: null };
    let isPassing = false;
    const context: CallContext = {
      runtime,
      origin,
      position,
      ...visitor,
      isVisitorRead: true,
      passing: () => {
        isPassing = true;
      },
      ...(counted && { takeRead: takenFrom(counted) }),
    };
    const { status, type, body, retryAfter } = await outcomeOf(router, asked, context);
    const shared = headersFor(asked.form === 'rest', request.headers.origin);
    const headers = [...shared, ...Object.entries(positionHeader(position)).flat()];
    if (status === 200) {
      const caching = isPassing ? REVALIDATED : cachingOf(asked.calls);
      const answer = new Answer([...headers, ...caching], type, body);
      answer.send(request, response, origin.requestId);
      return isPassing ? null : answer;
    }
    const own = ['X-Request-Id', origin.requestId, 'Cache-Control', 'no-store', 'Content-Type', type];
    if (retryAfter !== null) own.push('Retry-After', String(retryAfter));
    own.push('Content-Length', String(body.length));
    response.writeHead(status, [...headers, ...own]).end(body);
    return null;
  }

  /** Sends a cached response, and logs and measures its calls. */
  function give(answer: Answer, { asked, request, response, origin }: Exchange, started: number): void {
    answer.send(request, response, origin.requestId);
    const ms = clock.now().getTime() - started;
    for (const { path } of asked.calls)
      logSuccess({ runtime, origin, isVisitorRead: true }, path, 'query', ms);
  }

  async function answer(exchange: Exchange): Promise<void> {
    const started = clock.now().getTime();
    const moment = await currentMoment(runtime, exchange.position);
    if (!moment) return void (await call(exchange));
    const { origin } = exchange.request.headers;
    const { key: question } = exchange.asked;
    const key = origin !== undefined && foreign.has(origin) ? `${origin} ${question}` : question;
    const known = answers.find(key, moment) ?? (await answers.making(key, moment));
    if (!known) return answers.make(key, moment, call(exchange));
    const counted = await countReads(exchange);
    if (counted.some(({ status }) => status === 'rejected')) return void (await call(exchange, counted));
    give(known, exchange, started);
    if ((await known.pack(exchange.request)) > 0) answers.grown(key, known);
  }

  return (request, response) => {
    const asked = queries.find(request);
    if (!asked) return application(request, response);
    const userAgent = request.headers['user-agent'] ?? null;
    const origin = { requestId: randomUUID(), ip: addressOf(request), userAgent };
    answer({ asked, request, response, origin, position: positionOf(request) }).catch((error) => {
      logger.error({ category: 'api', err: error }, 'public query failed');
      response.destroy();
    });
  };
}
