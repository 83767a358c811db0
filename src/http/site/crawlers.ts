import express, { type Router } from 'express';
import { PATHS } from '../../contract/shared/paths.ts';
import { sitemapEntries } from '../../modules/pages/sitemap.queries.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { ipOf } from '../request.ts';
import { sitemapXml } from './sitemap-xml.ts';

/**
 * Paths without value for search engines. `/trpc` is not listed: a crawler that renders a page needs its calls to see
 * the sales.
 */
const CLOSED = [
  '/api/',
  '/socket.io/',
  PATHS.login,
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.confirmAddress,
  '/unsubscribe',
  PATHS.account,
  PATHS.inbox,
  PATHS.following,
  PATHS.submit,
  PATHS.review,
  PATHS.admin,
];

/** Cache lifetime of these files. */
const HOUR = 'public, max-age=3600';

/** `robots.txt`, and `sitemap.xml` with its parts. */
export function crawlers(runtime: Runtime): Router {
  const { config } = runtime;
  const router = express.Router();
  const rules = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];

  router.get('/robots.txt', (_request, response) => {
    response.type('text').setHeader('Cache-Control', HOUR);
    response.send([...rules, '', `Sitemap: ${config.publicUrl}/sitemap.xml`, ''].join('\n'));
  });

  router.get(/^\/sitemap(?:-([1-9]\d{0,3}))?\.xml$/, async (request, response, next) => {
    const part = request.params[0];
    await runtime.calls.takeRead(ipOf(request));
    const entries = await sitemapEntries(runtime);
    const xml = sitemapXml(entries, config.publicUrl, part === undefined ? part : Number(part));
    if (xml === null) return next();
    response.type('xml').setHeader('Cache-Control', HOUR);
    response.send(xml);
  });

  return router;
}
