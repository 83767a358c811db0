import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

export const SITE_DIR = path.resolve(import.meta.dirname, '../../../dist/web');

const documentIn = (directory: string): string => path.join(directory, 'index.html');

/** The document of the built web client; null when it is not built. */
export function siteDocument(): string | null {
  const file = documentIn(SITE_DIR);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Serves the built web client; a path that is not a file gets the document. */
export function site(directory: string = SITE_DIR): RequestHandler {
  if (!existsSync(documentIn(directory)))
    return (_request, response) => {
      response.status(503).type('text').send('The web client is not built: run "npm run build".\n');
    };
  const serve = sirv(directory, {
    // Looks files up on each request. From a list made at the start, a file that a new build has since removed would be
    // opened without an error handler, which ends the process.
    dev: true,
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
