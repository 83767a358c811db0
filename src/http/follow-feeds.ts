import express, { type Router } from 'express';
import { entityTag } from '../lib/crypto.ts';
import { VISITOR } from '../modules/actor.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { servicesOf } from '../runtime/services.ts';
import { ipOf } from './request.ts';

/** Feed readers ask again after this time at the earliest. */
const CACHED = 'private, max-age=300';

/** The Atom feeds of follows, at the addresses of their tokens (docs/follows.md). Express compares the ETag. */
export function followFeeds(runtime: Runtime): Router {
  const router = express.Router();
  router.get('/:token', async (request, response) => {
    const document = await runtime.calls.runMainRead(ipOf(request), () =>
      servicesOf(runtime, VISITOR).followFeed.document(request.params.token),
    );
    response.type('application/atom+xml').setHeader('ETag', entityTag(document));
    response.setHeader('Cache-Control', CACHED);
    response.send(document);
  });
  return router;
}
