import type { AnyTRPCRouter } from '@trpc/server';
import express, { type Router } from 'express';
import { PAGE_STYLE } from '../page-styles.ts';
import type { generateDocs } from './docs.ts';

/**
 * The document at `/openapi.json`, and a page to read at `/docs`. Both are generated at the first request: most processes
 * never need them, nor the libraries that generate them.
 */
export function docsRouter(router: AnyTRPCRouter): Router {
  let generated: Promise<ReturnType<typeof generateDocs>> | undefined;
  const generate = async () => (await import('./docs.ts')).generateDocs(router);
  const read = () => {
    // A failure is not cached: the next request retries.
    generated ??= generate().catch((error: unknown) => {
      generated = undefined;
      throw error;
    });
    return generated;
  };
  const docs = express.Router();
  docs.get('/openapi.json', async (_request, response) =>
    response.type('json').send((await read()).document),
  );
  docs.get('/docs', async (_request, response) => response.type('html').send((await read()).page));
  docs.get('/docs/style.css', (_request, response) => response.type('css').send(PAGE_STYLE));
  return docs;
}
