import { Link } from 'wouter';
import { PATHS } from '../../../lib/paths.ts';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { filteredNameLink, priceCheckLink } from '../price-check/price-check-link.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

const LINK = 'link inline-flex min-h-control items-center';

/**
 * Below the search: a link to the sales with proof, and to the page and the price check of a chosen name, or to the price
 * check of several pokemon.
 */
export default function SearchLinks({ params, filter }: Pick<MarketNavigation, 'params' | 'filter'>) {
  const { name, exact, proof } = params.filters;
  return (
    <div className="scroll-row gap-x-5 text-sm wrap-anywhere">
      {proof === undefined && (
        <button type="button" className={LINK} onClick={() => filter({ proof: 'with' })}>
          Only sales with proof
        </button>
      )}
      {name && exact ? (
        <>
          <Link {...filteredNameLink(params, name)} className={LINK}>
            <SentenceOn name={name}>{`Everything on ${name}`}</SentenceOn>
          </Link>
          <Link {...priceCheckLink(params, name)} className={LINK}>
            What would this go for?
          </Link>
        </>
      ) : (
        <Link href={PATHS.priceCheck} className={LINK}>
          Check several pokemon
        </Link>
      )}
    </div>
  );
}
