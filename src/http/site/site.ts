import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

export const SITE_DIR = path.resolve(import.meta.dirname, '../../../dist/web');

const DOCUMENT = path.join(SITE_DIR, 'index.html');

/** The document of the built web client; null when it is not built. */
export const siteDocument = (): string | null =>
  existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : null;

/** Serves the built web client; a path that is not a file gets the document. */
export function site(): RequestHandler {
  if (!existsSync(DOCUMENT))
    return (_request, response) => {
      response.status(503).type('text').send('The web client is not built: run "npm run build".\n');
    };
  const serve = sirv(SITE_DIR, {
    single: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      if (response.hasHeader('Cache-Control')) return;
      const hashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') serve(request, response, next);
    else next();
  };
}
