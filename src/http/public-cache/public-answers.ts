import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { PageQuery } from '../../contract/market/page-queries.ts';
import type { DomainError } from '../../lib/errors.ts';
import type { Origin } from '../../modules/scope.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type CallContext, CallerPosition } from '../../trpc/context.ts';
import { logSuccess } from '../../trpc/procedures.ts';
import { clientAddress, positionHeader, positionOf } from '../request.ts';
import { sendUnkept, visitorHeaders } from '../visitor-headers.ts';
import { Answer } from './answer.ts';
import { AnswerStore, type Moment } from './answer-store.ts';
import { cacheHeaders, REVALIDATED } from './cache-headers.ts';
import { CurrentMoment } from './moment.ts';
import { outcomeOf } from './public-outcome.ts';
import { PublicQueries, type PublicRequest } from './public-queries.ts';

interface Exchange {
  asked: PublicRequest;
  request: IncomingMessage;
  response: ServerResponse;
  origin: Origin;
  position: CallerPosition;
  /** By the clock of `performance`. */
  started: number;
}

/** Returns a function that replays the results of the rate limit for a batch's calls, one by one. */
function takenFrom(refusals: readonly (DomainError | null)[]): () => Promise<void> {
  const left = [...refusals];
  return async () => {
    const refusal = left.shift();
    if (refusal) throw refusal;
  };
}

export interface PublicAnswers {
  /** Serves public queries of visitors; all other requests are passed on to the application. */
  before(application: RequestListener): RequestListener;
  /**
   * The results of queries for the document of a page, as the JSON of `PageData`; null when a call fails, or is refused
   * because its address has made too many.
   */
  pageData(queries: readonly PageQuery[], origin: Origin): Promise<string | null>;
}

/**
 * Answers the public queries of visitors with little overhead, and from a cache while nothing has changed that visitors
 * can see. Each request checks the database for changes after it arrived, so that a client that has seen a sale
 * approved, by any process, never gets an older market.
 */
export function publicAnswers(runtime: Runtime): PublicAnswers {
  const { config, calls, logger, changeFeed } = runtime;
  const queries = new PublicQueries();
  const answers = new AnswerStore(config.answerCacheBytes);
  const current = new CurrentMoment(runtime);
  const headersFor = visitorHeaders(config);
  const cachingOf = cacheHeaders(config.edgeCacheSeconds);
  const addressOf = clientAddress(config);
  const foreign = new Set(config.corsOrigins);

  /** Makes calls of a visitor. `isPassing` of results that will change although nothing else does. */
  async function outcomeFor(
    asked: Pick<PublicRequest, 'form' | 'calls'>,
    origin: Origin,
    position: CallerPosition,
    refusals?: readonly (DomainError | null)[],
  ) {
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
      ...(refusals && { takeRead: takenFrom(refusals) }),
    };
    return { ...(await outcomeOf(asked, context)), isPassing };
  }

  /** Makes the calls and sends the response; null for one that must not be shared: a failure, or a passing result. */
  async function call(
    { asked, request, response, origin, position }: Exchange,
    refusals?: readonly (DomainError | null)[],
  ): Promise<Answer | null> {
    const { isPassing, ...outcome } = await outcomeFor(asked, origin, position, refusals);
    const shared = headersFor(asked.form === 'rest', request.headers.origin);
    const headers = [...shared, ...Object.entries(positionHeader(position)).flat()];
    if (outcome.status === 200) {
      const caching = isPassing ? REVALIDATED : cachingOf(asked.calls);
      const answer = new Answer([...headers, ...caching], outcome.type, outcome.body);
      answer.send(request, response, origin.requestId);
      return isPassing ? null : answer;
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

  /** Counts calls that a cached response answers; an error for each that is refused. */
  const countReads = ({ calls: made }: Pick<PublicRequest, 'calls'>, { ip }: Origin) =>
    made.map(() => calls.countRead(ip));

  /** Logs and measures calls that a cached response has answered. */
  function logReads({ calls: made }: Pick<PublicRequest, 'calls'>, origin: Origin, started: number): void {
    const ms = Math.round(performance.now() - started);
    for (const { path } of made) logSuccess({ runtime, origin, isVisitorRead: true }, path, 'query', ms);
  }

  /** Sends a cached response, and counts, logs and measures its calls. In a batch, some may be refused and others not. */
  function give(answer: Answer, exchange: Exchange): void {
    const { asked, request, response, origin, started } = exchange;
    const refusals = countReads(asked, origin);
    if (refusals.some((refusal) => refusal !== null)) {
      changeFeed.answering(() => call(exchange, refusals)).catch((error) => fail(response, error));
      return;
    }
    answer.send(request, response, origin.requestId);
    logReads(asked, origin, started);
    if (!answer.canPack(request)) return;
    answer
      .pack(request)
      .then(() => answers.grown(keyOf(exchange), answer))
      .catch((error) => fail(response, error));
  }

  async function make(exchange: Exchange, moment: Moment): Promise<void> {
    const key = keyOf(exchange);
    const making = answers.making(key, moment);
    // Without an `await` before the response is begun, or all requests that share a query for changes would begin their own.
    const made = making && (await making);
    if (made) give(made, exchange);
    else
      await answers.make(
        key,
        moment,
        changeFeed.answering(() => call(exchange)),
      );
  }

  function serve(exchange: Exchange, moment: Moment | null): void {
    const { response } = exchange;
    try {
      const known = moment && answers.find(keyOf(exchange), moment);
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

  /** Null when a call fails. */
  async function makePageData(asked: readonly PageQuery[], origin: Origin) {
    const position = new CallerPosition(0);
    const outcome = await outcomeFor({ form: 'batch', calls: asked }, origin, position);
    if (outcome.status !== 200) return null;
    const sequence = JSON.stringify(position.reached);
    const json = `{"queries":${JSON.stringify(asked)},"results":${outcome.body},"sequence":${sequence}}`;
    // It must not end the element that it is in.
    const answer = new Answer([], outcome.type, Buffer.from(json.replaceAll('<', '\\u003c')));
    return { answer, isPassing: outcome.isPassing };
  }

  async function pageData(asked: readonly PageQuery[], origin: Origin): Promise<string | null> {
    const started = performance.now();
    const key = `page ${JSON.stringify(asked)}`;
    const { promise, resolve } = Promise.withResolvers<Moment | null>();
    current.find(0, resolve);
    const moment = await promise;
    const known = moment && (answers.find(key, moment) ?? (await answers.making(key, moment)));
    if (known) {
      if (countReads({ calls: asked }, origin).some((refusal) => refusal !== null)) return null;
      logReads({ calls: asked }, origin, started);
      return known.text;
    }
    const making = moment
      ? changeFeed.answering(() => makePageData(asked, origin))
      : makePageData(asked, origin);
    if (moment) {
      const shared = making.then((made) => (made && !made.isPassing ? made.answer : null));
      await answers.make(key, moment, shared);
    }
    return (await making)?.answer.text ?? null;
  }

  return { before, pageData };
}
