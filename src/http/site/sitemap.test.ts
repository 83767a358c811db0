import { expect, it } from 'vitest';
import { sitemapXml } from './crawlers.ts';

const entries = ['/', '/item/a', '/item/b%26', "/item/c'", '/item/e'].map((path) => ({
  path,
  changed: '2026-01-02',
}));
const locations = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
const sitemap = (part?: number, size?: number) => sitemapXml(entries, 'https://dex.example', part, size);

it('is one file while all URLs fit into it', () => {
  const xml = sitemap(undefined, 5);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
  );
  expect(locations(xml)).toEqual([
    'https://dex.example/',
    'https://dex.example/item/a',
    'https://dex.example/item/b%26',
    'https://dex.example/item/c&#39;',
    'https://dex.example/item/e',
  ]);
});

it('is an index of parts otherwise, with each URL exactly once', () => {
  const index = sitemap(undefined, 2);
  expect(index).toContain('<sitemapindex xmlns=');
  expect(locations(index)).toEqual([1, 2, 3].map((part) => `https://dex.example/sitemap-${part}.xml`));
  const parts = [1, 2, 3].map((part) => locations(sitemap(part, 2)));
  expect(parts.map((part) => part.length)).toEqual([2, 2, 1]);
  expect(parts.flat()).toEqual(locations(sitemap(undefined, 5)));
  expect([sitemap(0, 2), sitemap(4, 2)]).toEqual([null, null]);
});
