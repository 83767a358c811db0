import { Search } from 'lucide-react';
import { searchable, searchText } from '../../../../src/contract/market/search-param-values.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { BROWSE_NAMES, NameCombobox } from '../../../sales/fields/name-combobox.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

const LABELS: Record<SaleKind, { label: string; placeholder: string }> = {
  item: { label: 'Item name', placeholder: 'Leftovers, Rare Candy…' },
  pokemon: { label: 'Pokemon name', placeholder: 'Garchomp, Rotom…' },
};

/**
 * The name search. Typed text matches parts of names, a chosen suggestion matches exactly; typing after that clears
 * the exact match (docs/product.md "Screens").
 */
export function NameSearch({ params, filter }: MarketNavigation) {
  const { draft, type, settle } = useDraft(
    params.filters.name ?? '',
    (text) => filter({ name: text || undefined, exact: undefined }, 'name'),
    (text) => searchText(text) ?? '',
  );
  return (
    <NameCombobox
      kind={params.kind}
      suggestions={BROWSE_NAMES}
      size="lg"
      hideLabel
      {...LABELS[params.kind]}
      leading={<Search className="size-5" />}
      enterKeyHint="search"
      value={draft}
      onValueChange={(text) => type(searchable(text))}
      onChoose={(name) => {
        settle(name);
        filter({ name, exact: true });
      }}
    />
  );
}
