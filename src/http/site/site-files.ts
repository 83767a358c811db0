import path from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { ROOT } from '../../lib/process/root.ts';

/** What `vite.config.ts` builds: the files of the client in `web`, and what the server sends in its documents. */
export const DIST = path.join(ROOT, 'dist');

/**
 * Serves the files of the built web client; other paths are passed on. The HTML document is not served as a file: `pages`
 * sends it with the head of each page.
 */
export function siteFiles(directory: string = path.join(DIST, 'web')): RequestHandler {
  const serve = sirv(directory, {
    // Looks files up on each request. From a list made at the start, a file that a new build has since removed would be
    // opened without an error handler, which ends the process.
    dev: true,
    extensions: [],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      const hashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // sirv does not know it.
      if (pathname.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
    },
  });
  return (request, response, next) => {
    const mayBeFile = request.method === 'GET' || request.method === 'HEAD';
    if (!mayBeFile || request.path.endsWith('.html')) return next();
    // The files are small, and sirv misreads ranges: a reversed one ends the connection.
    delete request.headers.range;
    return serve(request, response, next);
  };
}

export const siteNotBuilt: RequestHandler = (_request, response) => {
  response.status(503).type('text').send('The web client is not built: run "npm run build".\n');
};
