import { Link } from 'wouter';
import {
  type MarketSearchParams,
  printSearchParams,
} from '../../../../src/contract/market/market-search-params.ts';
import { checkOf, printCheck } from '../../../../src/contract/market/price-check-search-params.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { PATHS } from '../../../lib/paths.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

const LOOK = 'link inline-flex min-h-control items-center';

/**
 * Below the search: a link to the sales with proof, and to the page and the price check of a chosen name, or to the price
 * check of several pokemon.
 */
export default function SearchLinks({ params, filter }: Pick<MarketNavigation, 'params' | 'filter'>) {
  const { name, exact, proof } = params.filters;
  return (
    <>
      {proof === undefined && (
        <button type="button" className={LOOK} onClick={() => filter({ proof: 'with' })}>
          Only sales with proof
        </button>
      )}
      {name && exact ? (
        <NameLinks params={params} name={name} />
      ) : (
        <Link href={PATHS.priceCheck} className={LOOK}>
          Check several pokemon
        </Link>
      )}
    </>
  );
}

/** Links to the page of a name and to its price check, which asks for the same traits. */
function NameLinks({ params, name }: { params: MarketSearchParams; name: string }) {
  const { kind, filters } = params;
  const to = (more: Partial<MarketSearchParams>) =>
    nameLink(kind, name, printSearchParams({ ...params, page: 1, ...more }, { kind, name }));
  return (
    <>
      <Link {...to({})} className={LOOK}>
        Everything on {name}
      </Link>
      <Link {...to({ check: printCheck(checkOf(filters)) })} className={LOOK}>
        What would this go for?
      </Link>
    </>
  );
}
