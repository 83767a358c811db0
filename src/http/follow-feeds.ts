import express, { type Router } from 'express';
import { VISITOR } from '../modules/actor.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { servicesOf } from '../runtime/services.ts';
import { CachedResponse } from './public-cache/cached-response.ts';
import { ipOf, requestIdOf } from './request.ts';

/** Feed readers ask again after this time at the earliest. */
const CACHED = ['Cache-Control', 'private, max-age=300'];

/** The Atom feeds of follows, at the addresses of their tokens (docs/follows.md). */
export function followFeeds(runtime: Runtime): Router {
  const router = express.Router();
  router.get('/:token', async (request, response) => {
    const document = await runtime.calls.runMainRead(ipOf(request), () =>
      servicesOf(runtime, VISITOR).followFeed.document(request.params.token),
    );
    const feed = new CachedResponse(CACHED, 'application/atom+xml; charset=utf-8', Buffer.from(document));
    feed.send(request, response, requestIdOf(request));
  });
  return router;
}
