import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { KINDS, SALE_KINDS } from '../../../src/contract/kinds.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { activeFilters, FilterChips } from './filter-chips.tsx';
import { FilterFields } from './filter-fields.tsx';
import { START } from './market-address.ts';
import { NameSearch } from './name-search.tsx';
import { PriceHistory } from './price-history.tsx';
import { countOf, SalesResults } from './sales-results.tsx';
import { useMarketAddress } from './use-market-address.ts';
import { useSales } from './use-sales.ts';

const TABS = SALE_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].label }));

/** Market History (SPEC section 2): find what something sold for. The address holds all of its state. */
export default function MarketScreen() {
  usePageTitle('Market History');
  const market = useMarketAddress();
  const { address, go, filter, clear, cleared } = market;
  const sales = useSales(address);
  const [sheetOpen, setSheetOpen] = useState(false);
  const { kind, filters } = address;
  // The name has its own box in sight; the sheet holds the others.
  const inSheet = activeFilters({ ...filters, name: undefined }).length;
  // Fields start anew with each kind: what was typed for the one means nothing for the other. Clearing takes what is
  // typed as well, such as the `1.5` of a price that is not finished.
  const fields = <FilterFields key={`${kind} ${cleared}`} address={address} filter={filter} />;

  return (
    <>
      <PageHeader title="Market History">
        What it sold for, with proof. Every price is a real sale.
      </PageHeader>
      <div className="mb-4 max-w-3xl">
        <NameSearch key={kind} {...market} />
      </div>
      <Tabs
        label="Kind of sale"
        tabs={TABS}
        value={kind}
        onValueChange={(next) => go({ ...START, kind: next, limit: address.limit })}
      >
        <div className="gap-8 pt-5 xl:grid xl:grid-cols-[13.5rem_minmax(0,1fr)]">
          <section aria-label="Filters" className="max-xl:hidden">
            {fields}
          </section>
          <div className="min-w-0 space-y-4">
            <FilterChips {...market} />
            <PriceHistory {...market} total={sales.data?.total ?? (sales.error ? 0 : undefined)} />
            <SalesResults
              {...market}
              sales={sales}
              actions={
                <Button
                  icon={<SlidersHorizontal aria-hidden className="size-4" />}
                  onClick={() => setSheetOpen(true)}
                  className="xl:hidden"
                >
                  {inSheet === 0 ? 'Filters' : `Filters (${inSheet})`}
                </Button>
              }
            />
          </div>
        </div>
      </Tabs>
      <Sheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Filters"
        width="sm"
        footer={
          <>
            <Button variant="quiet" onClick={() => clear({ name: filters.name, exact: filters.exact })}>
              Clear filters
            </Button>
            <Button variant="primary" onClick={() => setSheetOpen(false)}>
              {sales.data ? `Show ${countOf(sales.data.total)}` : 'Show sales'}
            </Button>
          </>
        }
      >
        {sheetOpen && fields}
      </Sheet>
    </>
  );
}
