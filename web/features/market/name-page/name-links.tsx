import { Link } from 'wouter';
import {
  type MarketSearchParams,
  printSearchParams,
} from '../../../../src/contract/market/market-search-params.ts';
import { namePath } from '../../../lib/paths.ts';
import { checkOf, printCheck } from '../price-check/price-check-search-params.ts';

const LOOK = 'link inline-flex min-h-control items-center';

/** Links to the page of a chosen name and to its price check, which asks for the same traits. */
export default function NameLinks({ params }: { params: MarketSearchParams }) {
  const { kind, filters } = params;
  const { name, exact } = filters;
  if (!name || !exact) return null;
  const to = (more: Partial<MarketSearchParams>) =>
    `${namePath(kind, name)}${printSearchParams({ ...params, page: 1, ...more }, { kind, name })}`;
  return (
    <>
      <Link href={to({})} className={LOOK}>
        Everything on {name}
      </Link>
      <Link href={to({ check: printCheck(checkOf(filters)) })} className={LOOK}>
        What would this go for?
      </Link>
    </>
  );
}
