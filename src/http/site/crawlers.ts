import express, { type Router } from 'express';
import { escapeHtml } from '../../lib/html.ts';
import { closedPaths } from '../../modules/pages/page-head.ts';
import { type SitemapEntry, sitemapEntries } from '../../modules/pages/pages.queries.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { ipOf } from '../request.ts';

/** Maximum URLs of one file (sitemaps.org). */
const SITEMAP_SIZE = 50_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

const document = (root: string, lines: readonly string[]) =>
  `${DECLARATION}\n<${root} ${NAMESPACE}>\n${lines.join('\n')}\n</${root}>\n`;

const urlSet = (entries: readonly SitemapEntry[], publicUrl: string) =>
  document(
    'urlset',
    entries.map(({ path, changed }) => {
      const day = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
      return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${day}</url>`;
    }),
  );

const index = (parts: number, publicUrl: string) =>
  document(
    'sitemapindex',
    Array.from(
      { length: parts },
      (_, i) => `<sitemap><loc>${escapeHtml(`${publicUrl}/sitemap-${i + 1}.xml`)}</loc></sitemap>`,
    ),
  );

/**
 * The sitemap, or one of its parts when one file cannot hold all entries; null for a part that does not exist.
 *
 * @param part from 1; undefined for the sitemap itself
 */
export function sitemapXml(
  entries: readonly SitemapEntry[],
  publicUrl: string,
  part?: number,
  size = SITEMAP_SIZE,
): string | null {
  const parts = Math.ceil(entries.length / size);
  if (part === undefined) return parts > 1 ? index(parts, publicUrl) : urlSet(entries, publicUrl);
  if (part < 1 || part > parts) return null;
  return urlSet(entries.slice((part - 1) * size, part * size), publicUrl);
}

/**
 * Paths without value for search engines. `/trpc` is not listed: a crawler that renders a page needs its calls to see
 * the sales.
 */
const CLOSED = ['/api/', '/socket.io/', '/unsubscribe', ...closedPaths];

/** Cache lifetime of these files. */
const HOUR = 'public, max-age=3600';

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
    runtime.calls.takeRead(ipOf(request));
    const entries = await sitemapEntries(runtime);
    const xml = sitemapXml(entries, config.publicUrl, part === undefined ? part : Number(part));
    if (xml === null) return next();
    response.type('xml').setHeader('Cache-Control', HOUR);
    response.send(xml);
  });

  return router;
}
