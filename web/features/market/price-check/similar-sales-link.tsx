import { skipToken } from '@tanstack/react-query';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import { mayHaveAnswer } from '../../../../src/contract/market/page-queries.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CHECKED_SALES, priceCheckLink } from './price-check-link.ts';

/** The way from a list without sales to those that its answer calls similar; nothing without any. */
export default function SimilarSalesLink({ params, name }: { params: MarketSearchParams; name: string }) {
  const result = trpc.market.answer.useQuery(mayHaveAnswer(params) ? marketFilter(params) : skipToken);
  const similar = result.data?.answer?.similar?.sales;
  if (!similar || params.check !== undefined) return null;
  return (
    <LinkButton {...priceCheckLink(params, name, CHECKED_SALES)} variant="primary">
      See {counted(similar, 'similar sale')}
    </LinkButton>
  );
}
