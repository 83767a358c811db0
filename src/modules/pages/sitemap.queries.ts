import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import type { MarketReads } from '../market/market-reads.ts';

/** An address of the site that search engines may list. */
export interface SitemapEntry {
  /** Path, percent-encoded. */
  path: string;
  /** `YYYY-MM-DD`; undefined where no day can be told. */
  changed?: string;
}

const SCREENS: readonly SitemapEntry[] = [{ path: '/' }, { path: '/faq' }, { path: '/impressum' }];

/** The screens that everybody can read, and the pages of all names that something was sold under. */
export async function sitemapEntries(market: MarketReads): Promise<SitemapEntry[]> {
  const entries = [...SCREENS];
  for (const kind of SALE_KINDS)
    for (const { slug, last_sold } of (await market.names.of(kind)).all())
      if (last_sold !== null)
        entries.push({ path: `/${kind}/${encodeURIComponent(slug)}`, changed: last_sold });
  return entries;
}
