import { skipToken } from '@tanstack/react-query';
import { activeFilters } from '../../../../src/contract/market/filter-labels.ts';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CHECKED_SALES, checkedParams, priceCheckLink } from './price-check-link.ts';

/** The way from a list without sales to those that a price check of its traits finds; nothing without any. */
export default function SimilarSalesLink({ params, name }: { params: MarketSearchParams; name: string }) {
  const checked = checkedParams(params, name);
  const result = trpc.market.answer.useQuery(params.check === undefined ? marketFilter(checked) : skipToken);
  const { exact, similar } = result.data?.answer ?? {};
  const found = exact && similar ? exact.sales + similar.sales : 0;
  if (found === 0) return null;
  const isWider = activeFilters(checked.filters).length < activeFilters(params.filters).length;
  return (
    <LinkButton {...priceCheckLink(params, name, CHECKED_SALES)} variant="primary">
      {isWider ? 'See similar sales of any date, price and proof' : `See ${counted(found, 'similar sale')}`}
    </LinkButton>
  );
}
