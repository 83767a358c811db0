import { filtersFor } from '../../../../src/contract/market/filter-fields.ts';
import type { SearchSuggestion } from '../../../../src/contract/market/market.ts';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import SuggestedName from '../../../sales/fields/suggested-name.tsx';

export interface SuggestedSalesProps extends SearchSuggestion {
  /** The text of the search. */
  text: string;
  params: MarketSearchParams;
}

/** A suggested name, with its sales in all if choosing it shows fewer: with the filters of the text, and those of the list. */
export default function SuggestedSales({ text, params, ...suggestion }: SuggestedSalesProps) {
  const { kind } = suggestion;
  const found = trpc.useUtils().market.search.getData({ text: text.trim() });
  const sources = [...(found ? [found] : []), ...(params.kind === kind ? [params] : [])];
  const isLimited = sources.some(
    ({ kind: of, filters }) =>
      Object.keys(filtersFor(kind, filters)).length > 0 || (of === kind && filters.query !== undefined),
  );
  return <SuggestedName {...suggestion} isLimited={isLimited} />;
}
