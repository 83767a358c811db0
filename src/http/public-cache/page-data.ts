import type { PageQuery } from '../../contract/market/page-queries.ts';
import type { Origin } from '../../modules/scope.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { CallerPosition } from '../../trpc/context.ts';
import { CachedResponse } from './cached-response.ts';
import type { CurrentMoment } from './moment.ts';
import type { Moment, ResponseCache } from './response-cache.ts';
import type { VisitorCalls } from './visitor-calls.ts';

interface Deps {
  cache: ResponseCache;
  changeFeed: Runtime['changeFeed'];
  current: CurrentMoment;
  readServers: Runtime['readServers'];
  visitorCalls: VisitorCalls;
}

/**
 * The results of queries for the document of a page, as the JSON of `PageData`; null when a call fails, or is refused
 * because its address has made too many.
 */
export type FindPageData = (queries: readonly PageQuery[], origin: Origin) => Promise<string | null>;

/** Answers the queries of pages from the cache of the public queries. */
export function pageData({ cache, changeFeed, current, readServers, visitorCalls }: Deps): FindPageData {
  /** Null when a call fails. */
  async function makePageData(asked: readonly PageQuery[], origin: Origin) {
    // The number after the calls may include changes that their servers did not show yet.
    const least = await readServers.answerSequence().catch(() => undefined);
    if (least === undefined) return null;
    const position = new CallerPosition(least ?? 0);
    const outcome = await visitorCalls.outcomeFor({ form: 'batch', calls: asked }, origin, position);
    if (outcome.status !== 200) return null;
    const json = `{"queries":${JSON.stringify(asked)},"results":${outcome.body},"least":${least},"sequence":${position.latestSequence}}`;
    // It must not end the element that it is in.
    const cached = new CachedResponse([], outcome.type, Buffer.from(json.replaceAll('<', '\\u003c')));
    return { cached, isPassing: outcome.isPassing };
  }

  return async (asked, origin) => {
    const started = performance.now();
    const key = `page ${JSON.stringify(asked)}`;
    const { promise, resolve } = Promise.withResolvers<Moment | null>();
    current.find(0, resolve);
    const moment = await promise;
    const known = moment && (cache.find(key, moment) ?? (await cache.making(key, moment)));
    if (known) {
      if (visitorCalls.countReads({ calls: asked }, origin).some((refusal) => refusal !== null)) return null;
      visitorCalls.logReads({ calls: asked }, origin, started);
      return known.text;
    }
    const making = moment
      ? changeFeed.answering(() => makePageData(asked, origin))
      : makePageData(asked, origin);
    if (moment) {
      const shared = making.then((made) => (made && !made.isPassing ? made.cached : null));
      await cache.make(key, moment, shared);
    }
    return (await making)?.cached.text ?? null;
  };
}
