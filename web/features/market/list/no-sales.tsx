import { skipToken } from '@tanstack/react-query';
import { filtersFor } from '../../../../src/contract/market/filter-fields.ts';
import { activeFilters, reversedRangesMessage } from '../../../../src/contract/market/filter-labels.ts';
import {
  type MarketSearchParams,
  marketFilter,
  START,
} from '../../../../src/contract/market/market-search-params.ts';
import { checkOf, PRICE_CHECK } from '../../../../src/contract/market/price-check-search-params.ts';
import { KINDS, otherKind } from '../../../../src/contract/sale/kinds.ts';
import { priceText } from '../../../../src/contract/sale/price.ts';
import { counted, formatNumber } from '../../../../src/contract/shared/plural.ts';
import { marketPath, PATHS, submitPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import { CHECKED_SALES, checkedParams, priceCheckLink } from '../price-check/price-check-link.ts';
import DidYouMean from '../search/did-you-mean.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { useSales } from './use-sales.ts';

type NoSalesProps = Pick<MarketNavigation, 'params' | 'chosen' | 'clear'>;

/** A list without sales, with the way to the sales of the other kind if the name has some. */
export default function NoSales(props: NoSalesProps) {
  return props.params.filters.name ? <NoSalesOfName {...props} /> : <NothingListed {...props} />;
}

function NoSalesOfName(props: NoSalesProps) {
  const { params, chosen } = props;
  const { kind, limit, filters } = params;
  const { name, exact, ...others } = filters;
  const isNarrowed = activeFilters(others).length > 0;
  const ofName = useSales(isNarrowed ? { ...START, kind, limit, filters: { name, exact } } : params);
  const other = otherKind(kind);
  const { query: _, ...values } = others;
  const place = { ...START, kind: other, limit, filters: { name, ...filtersFor(other, values) } } as const;
  // The page of a name is about one kind.
  const total = useSales(chosen.name ? place : params).data?.pagination.total;
  const label = total && `${formatNumber(total)} under ${KINDS[other].label}`;
  return (
    <NothingListed
      {...props}
      ofName={ofName.data?.pagination.total}
      others={label ? { href: marketPath(place), label } : null}
    />
  );
}

interface NothingListedProps extends NoSalesProps {
  /** The sales of the name with any other filters; undefined while unknown. */
  ofName?: number;
  /** A link to those of the other kind. */
  others?: { href: string; label: string } | null;
}

/** Why nothing is listed, and what could be done about it. */
function noSalesText({ params, chosen, ofName }: NothingListedProps): string {
  const reversed = reversedRangesMessage(chosen);
  if (reversed) return reversed;
  if (activeFilters(chosen).length === 0) return 'Have you seen a sale? Submit the first one with its proof.';
  const { name, exact } = params.filters;
  if (name === undefined || ofName !== 0) {
    const seen = 'Have you seen such a sale? Submit it with its proof.';
    // Until it is known whether the name has sales, the filters are not blamed.
    return name !== undefined && ofName === undefined ? seen : `Try fewer filters. ${seen}`;
  }
  const what = KINDS[params.kind].noun;
  return exact
    ? `No sale of ${what} called “${name}” is recorded yet. Have you seen one? Submit it with its proof.`
    : `No sale of ${what} with “${name}” in its name is recorded yet.`;
}

function NothingListed(props: NothingListedProps) {
  const { params, chosen, clear, ofName, others } = props;
  const filters = activeFilters(chosen).length;
  const { name, exact } = params.filters;
  // First of all, a range that is reversed has to go.
  const isReversed = reversedRangesMessage(chosen) !== null;
  const otherSales = isReversed ? null : others;
  const isNarrowed = activeFilters(params.filters).length > 1;
  const mayHaveSimilar = !isReversed && name !== undefined && exact && isNarrowed;
  return (
    <EmptyState
      title={filters > 0 ? 'No sales match' : 'No sales yet'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {otherSales && (
            <LinkButton href={otherSales.href} variant="primary">
              {otherSales.label}
            </LinkButton>
          )}
          {mayHaveSimilar && <SimilarSalesLink params={params} name={name} />}
          {filters > 0 && (
            <ClearFilters clear={clear} variant={isReversed ? 'primary' : 'secondary'}>
              Clear all filters
            </ClearFilters>
          )}
          <LinkButton
            href={name && exact ? submitPath(params.kind, name) : PATHS.submit}
            variant={isReversed || otherSales || mayHaveSimilar ? 'secondary' : 'primary'}
          >
            Submit Data
          </LinkButton>
        </div>
      }
    >
      {noSalesText(props)}
      {chosen.name && ofName === 0 && <DidYouMean kind={params.kind} text={chosen.name} params={params} />}
    </EmptyState>
  );
}

/** The way from a list without sales to those that a price check of its traits finds; nothing without any. */
function SimilarSalesLink({ params, name }: { params: MarketSearchParams; name: string }) {
  const checked = checkedParams(params, name);
  const result = trpc.market.answer.useQuery(params.check === undefined ? marketFilter(checked) : skipToken);
  const { exact, similar } = result.data?.answer ?? {};
  const { price } = checkOf(params.filters);
  const found = (exact?.sales ?? 0) + (similar?.sales ?? 0);
  // Items have no similar sales: without a price to compare, their check has nothing that the list lacks.
  if (found === 0 || (!similar && price === null)) return null;
  if (price !== null)
    return (
      <LinkButton {...priceCheckLink(params, name, PRICE_CHECK)} variant="primary">
        {`Compare ${priceText(price)} with ${counted(found, 'sale')}`}
      </LinkButton>
    );
  const isWider = activeFilters(checked.filters).length < activeFilters(params.filters).length;
  return (
    <LinkButton {...priceCheckLink(params, name, CHECKED_SALES)} variant="primary">
      {isWider ? 'See similar sales of any date, price and proof' : `See ${counted(found, 'similar sale')}`}
    </LinkButton>
  );
}
