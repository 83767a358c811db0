import { filtersFor } from '../../../../src/contract/market/filter-fields.ts';
import { activeFilters, reversedRangesMessage } from '../../../../src/contract/market/filter-labels.ts';
import { START } from '../../../../src/contract/market/market-search-params.ts';
import { KINDS, otherKind } from '../../../../src/contract/sale/kinds.ts';
import { formatCount } from '../../../../src/contract/shared/plural.ts';
import { marketPath, PATHS, submitPath } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import SimilarSalesLink from '../price-check/similar-sales-link.tsx';
import DidYouMean from '../search/did-you-mean.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { useSales } from './use-sales.ts';

type NoSalesProps = Pick<MarketNavigation, 'params' | 'chosen' | 'clear'>;

/** Why nothing is listed, and what could be done about it. */
function noSalesText({ params, chosen }: Pick<NoSalesProps, 'params' | 'chosen'>): string {
  const reversed = reversedRangesMessage(chosen);
  if (reversed) return reversed;
  if (activeFilters(chosen).length === 0) return 'Have you seen a sale? Submit the first one with its proof.';
  const { name, ...others } = chosen;
  if (name === undefined || activeFilters(others).length > 0)
    return 'Try fewer filters. Have you seen such a sale? Submit it with its proof.';
  const what = params.kind === 'item' ? 'an item' : 'a pokemon';
  return chosen.exact
    ? `No sale of ${what} called “${name}” is recorded yet. Have you seen one? Submit it with its proof.`
    : `No sale of ${what} with “${name}” in its name is recorded yet.`;
}

/** A list without sales, with the way to the sales of the other kind if the name has some. */
export default function NoSales(props: NoSalesProps) {
  return props.chosen.name ? <NoSalesOfName {...props} /> : <NothingListed {...props} others={null} />;
}

function NoSalesOfName(props: NoSalesProps) {
  const { kind, limit, filters } = props.params;
  const { name, exact: _, query: __, ...values } = filters;
  const other = otherKind(kind);
  const place = { ...START, kind: other, limit, filters: { name, ...filtersFor(other, values) } } as const;
  const total = useSales(place).data?.pagination.total;
  const label = total && `${formatCount(total)} under ${KINDS[other].label}`;
  return <NothingListed {...props} others={label ? { href: marketPath(place), label } : null} />;
}

function NothingListed(props: NoSalesProps & { others: { href: string; label: string } | null }) {
  const { params, chosen, clear, others } = props;
  const filters = activeFilters(chosen).length;
  const { name, exact } = params.filters;
  const mayHaveSimilar = name !== undefined && exact && filters > 1;
  return (
    <EmptyState
      title={filters > 0 ? 'No sales match' : 'No sales yet'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {others && (
            <LinkButton href={others.href} variant="primary">
              {others.label}
            </LinkButton>
          )}
          {mayHaveSimilar && <SimilarSalesLink params={params} name={name} />}
          {filters > 0 && <ClearFilters clear={clear}>Clear all filters</ClearFilters>}
          <LinkButton
            href={name && exact ? submitPath(params.kind, name) : PATHS.submit}
            variant={others || mayHaveSimilar ? 'secondary' : 'primary'}
          >
            Submit Data
          </LinkButton>
        </div>
      }
    >
      {noSalesText({ params, chosen })}
      {name && filters === 1 && <DidYouMean kind={params.kind} text={name} />}
    </EmptyState>
  );
}
