import { Link } from 'wouter';
import { checkOf } from '../../../../src/contract/market/price-check-search-params.ts';
import { priceText } from '../../../../src/contract/sale/price.ts';
import { PATHS } from '../../../lib/paths.ts';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { filteredNameLink, priceCheckLink } from '../price-check/price-check-link.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

const LINK = 'link inline-flex min-h-control items-center';

/**
 * Below the search: a link to the price check and the page of a chosen name, or to the price check of several pokemon, and one to
 * the sales with proof.
 */
export default function SearchLinks({ params, filter }: Pick<MarketNavigation, 'params' | 'filter'>) {
  const { name, exact, proof } = params.filters;
  const { price } = checkOf(params.filters);
  return (
    <div className="scroll-row gap-x-5 text-sm wrap-anywhere">
      {name && exact ? (
        <>
          <Link {...priceCheckLink(params, name)} className={LINK}>
            {price === null ? 'What would this go for?' : `Is ${priceText(price)} a good price?`}
          </Link>
          <Link {...filteredNameLink(params, name)} className={LINK}>
            <SentenceOn name={name}>{`Everything on ${name}`}</SentenceOn>
          </Link>
        </>
      ) : (
        <Link href={PATHS.priceCheck} className={LINK}>
          Check several pokemon
        </Link>
      )}
      {proof === undefined && (
        <button type="button" className={LINK} onClick={() => filter({ proof: 'with' })}>
          Only sales with proof
        </button>
      )}
    </div>
  );
}
