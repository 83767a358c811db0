import type { RequestHandler } from 'express';
import { type CardSubject, withoutVersion } from '../../contract/cards/card-paths.ts';
import { notFound } from '../../lib/errors.ts';
import { VISITOR } from '../../modules/actor.ts';
import type { Card } from '../../modules/cards/card.ts';
import { resolveCard } from '../../modules/cards/cards.queries.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { servicesOf } from '../../runtime/services.ts';
import { REVALIDATED } from '../public-cache/cache-headers.ts';
import { CachedResponse } from '../public-cache/cached-response.ts';
import { CurrentMoment } from '../public-cache/moment.ts';
import { type Moment, ResponseCache } from '../public-cache/response-cache.ts';
import { ipOf, positionOf, requestIdOf, searchOf } from '../request.ts';

/** Memory for cards and embedded charts, in bytes, unless the cache of public responses is smaller. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A way to show a card, with its addresses. */
export interface CardView {
  /** The subject of an address; undefined when there is none. */
  subjectAt(path: string, search: string): CardSubject | undefined;
  pathOf(subject: CardSubject): string;
  type: string;
  /** @param ip of the client, for limits */
  draw(card: Card, ip: string | null): Promise<Buffer>;
}

/**
 * Serves views of cards, each at one canonical address, to which others are redirected: strangers cannot fill the
 * memory with equal pictures. A version in the address changes nothing. A view is served from memory until something
 * changes that visitors can see, and it has an `ETag`.
 */
export function cardViews(runtime: Runtime): (view: CardView) => RequestHandler {
  const store = new ResponseCache(Math.min(runtime.config.answerCacheBytes, KEPT_BYTES));
  const current = new CurrentMoment(runtime);
  return (view) => async (request, response) => {
    const ip = ipOf(request);
    runtime.calls.takeRead(ip);
    const { brought } = positionOf(request);
    const moment = await new Promise<Moment | null>((resolve) => current.find(brought, resolve));
    const send = (cached: CachedResponse) => cached.send(request, response, requestIdOf(request));
    // Only canonical addresses are stored, so that those of cards in memory need not be read.
    const address = withoutVersion(request.originalUrl);
    const stored = moment && store.find(address, moment);
    if (stored) return send(stored);
    const asked = view.subjectAt(request.path, searchOf(request));
    if (!asked) throw notFound('path');
    const { subject, read } = await resolveCard(servicesOf(runtime, VISITOR), asked);
    const path = view.pathOf(subject);
    if (path !== address) {
      // Revalidated every time (`no-cache`), because a merge of names can be undone.
      response.setHeader('Cache-Control', 'no-cache');
      return response.redirect(301, path);
    }
    const make = async () => new CachedResponse(REVALIDATED, view.type, await view.draw(await read(), ip));
    if (!moment) return send(await make());
    const known = store.find(path, moment) ?? (await store.making(path, moment));
    if (known) return send(known);
    const made = make();
    // Others that wait for it get null when it fails, and try it themselves.
    const storing = store.make(
      path,
      moment,
      made.catch(() => null),
    );
    send(await made);
    await storing;
  };
}
