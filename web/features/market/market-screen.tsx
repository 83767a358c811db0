import { useDeferredValue } from 'react';
import { START } from '../../../src/contract/market/market-search-params.ts';
import { KIND_OPTIONS } from '../../sales/kind-options.ts';
import { latePart, Nothing } from '../../ui/states/late-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MarketHeader } from './market-header.tsx';
import { SalesWaiting } from './sales-waiting.tsx';
import { MarketSearchBox } from './search/market-search-box.tsx';
import { useMarketSearchParams } from './use-market-search-params.ts';

/** Loaded after the search and the list; without it, the page works as well. */
const MarketOverviewPanel = latePart(() => import('./overview/market-overview-panel.tsx'), {
  Missing: Nothing,
});
/** Not announced in the document, so that the search is drawn sooner. */
const MarketSales = latePart(() => import('./list/filtered-sales.tsx'), {
  Waiting: SalesWaiting,
});
/** In the same script. */
const SearchLinks = latePart(() => import('./search/search-links.tsx'), { Missing: Nothing });
const FilterModeSwitch = latePart(() => import('./filters/filter-mode-switch.tsx'), {
  Waiting: () => <div className="h-control" />,
  Missing: Nothing,
});

/** Market History (docs/screens.md): search past sales. Its whole state is in the URL. */
export default function MarketScreen() {
  const market = useMarketSearchParams();
  const later = useDeferredValue(market);
  const { kind, filters, limit } = market.params;
  return (
    <>
      <div className="gap-x-10 xl:grid xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
        <div>
          <MarketHeader />
          <div className="max-w-3xl md:mb-2">
            <MarketSearchBox {...market} />
            <div className="grid min-h-control">
              <SearchLinks {...market} />
            </div>
          </div>
        </div>
        {Object.keys(later.chosen).length === 0 && (
          <div className="max-xl:-mt-2 max-xl:min-h-11 xl:min-h-46 min-[86rem]:min-h-42">
            <MarketOverviewPanel />
          </div>
        )}
      </div>
      <Tabs
        label="Kind of sale"
        tabs={KIND_OPTIONS}
        value={kind}
        onValueChange={(next) => market.go({ ...START, kind: next, limit, filters: { name: filters.name } })}
        aside={<FilterModeSwitch {...market} />}
      >
        <div className="pt-2 md:pt-5">
          <MarketSales market={market} />
        </div>
      </Tabs>
    </>
  );
}
