import { Fragment } from 'react';
import { Link } from 'wouter';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { otherKind, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { nameKey } from '../../../../src/contract/shared/text.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { useNameSuggestions } from '../../../sales/fields/use-name-suggestions.ts';
import { filteredNameLink } from '../price-check/price-check-link.ts';

/** How many similar names are suggested. */
const OFFERED = 3;

interface DidYouMeanProps {
  kind: SaleKind;
  text: string;
  /** A list with this text as a name: its other filters stay for a name of its kind. */
  params?: MarketSearchParams;
}

/** Existing names similar to a text, unless it is one itself. Names of the other kind only without another one, or if it is one. */
export default function DidYouMean({ kind, text, params }: DidYouMeanProps) {
  const { minChars, browse } = LIMITS.autocomplete;
  const query = text.length < minChars ? null : text;
  const own = useNameSuggestions(kind, query, browse);
  const other = useNameSuggestions(otherKind(kind), query, browse);
  const isText = ({ name }: { name: string }) => nameKey(name) === nameKey(text);
  if (own.searching || other.searching || own.items.some(isText)) return null;
  const named = other.items.filter(isText);
  const isOther = named.length > 0 || own.items.length === 0;
  const shownKind = isOther ? otherKind(kind) : kind;
  const items = named.length > 0 ? named : isOther ? other.items : own.items;
  if (items.length === 0) return null;
  const linkTo = (name: string) =>
    params && !isOther ? filteredNameLink(params, name) : nameLink(shownKind, name);
  return (
    <p className="mt-1">
      Did you mean{isOther && ` the ${shownKind}`}{' '}
      {items.slice(0, OFFERED).map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && ' or '}
          <Link {...linkTo(name)} translate="no" className="link font-medium">
            {name}
          </Link>
        </Fragment>
      ))}
      ?
    </p>
  );
}
