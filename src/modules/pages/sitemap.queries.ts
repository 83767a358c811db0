import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { PATHS, slugPath } from '../../contract/shared/paths.ts';
import type { MarketReads } from '../market/market-reads.ts';

/** An address of the site for the sitemap. */
export interface SitemapEntry {
  /** Path, percent-encoded. */
  path: string;
  /** `YYYY-MM-DD`; undefined when unknown. */
  changed?: string;
}

const SCREENS: readonly SitemapEntry[] = [{ path: PATHS.market }, { path: PATHS.faq }, { path: PATHS.legal }];

/** The public screens, and the pages of all names with sales. */
export async function sitemapEntries(market: MarketReads): Promise<SitemapEntry[]> {
  const entries = [...SCREENS];
  for (const kind of SALE_KINDS)
    for (const { slug, last_sold } of (await market.names.of(kind)).all())
      if (last_sold !== null) entries.push({ path: slugPath(kind, slug), changed: last_sold });
  return entries;
}
