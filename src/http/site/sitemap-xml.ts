import { escapeHtml } from '../../lib/html.ts';
import type { SitemapEntry } from '../../modules/pages/sitemap.queries.ts';

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
