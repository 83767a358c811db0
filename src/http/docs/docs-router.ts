import type { AnyTRPCRouter } from '@trpc/server';
import express, { type RequestHandler, type Router } from 'express';
import { PAGE_STYLE } from '../page-styles.ts';
import { REVALIDATED } from '../public-cache/cache-headers.ts';
import { CachedResponse } from '../public-cache/cached-response.ts';
import { requestIdOf } from '../request.ts';

async function generate(router: AnyTRPCRouter) {
  const { document, page } = (await import('./docs.ts')).generateDocs(router);
  return {
    document: new CachedResponse(REVALIDATED, 'application/json; charset=utf-8', Buffer.from(document)),
    page: new CachedResponse(REVALIDATED, 'text/html; charset=utf-8', Buffer.from(page)),
  };
}

/**
 * The document at `/openapi.json`, and a page to read at `/docs`. Both are generated at the first request: most processes
 * never need them, nor the libraries that generate them. They are compressed once for each encoding.
 */
export function docsRouter(router: AnyTRPCRouter): Router {
  let generated: ReturnType<typeof generate> | undefined;
  const read = () => {
    // A failure is not cached: the next request retries.
    generated ??= generate(router).catch((error: unknown) => {
      generated = undefined;
      throw error;
    });
    return generated;
  };
  const send =
    (name: keyof Awaited<ReturnType<typeof read>>): RequestHandler =>
    async (request, response) => {
      const { [name]: cached } = await read();
      await cached.pack(request);
      cached.send(request, response.vary('Accept-Encoding'), requestIdOf(request));
    };
  const docs = express.Router();
  docs.get('/openapi.json', send('document'));
  docs.get('/docs', send('page'));
  docs.get('/docs/style.css', (_request, response) => response.type('css').send(PAGE_STYLE));
  return docs;
}
