import { marketTitle } from '../../../../src/contract/market/page-titles.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { FilteredSales } from './filtered-sales.tsx';

/** The sales of Market History, and the title that names their filters. */
export default function MarketSales({ market }: { market: MarketNavigation }) {
  const { kind, filters } = market.params;
  usePageTitle(marketTitle(kind, filters));
  return <FilteredSales market={market} />;
}
