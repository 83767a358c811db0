import { Fragment } from 'react';
import { Link } from 'wouter';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { nameKey } from '../../../../src/contract/shared/text.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { useNameSuggestions } from '../../../sales/fields/use-name-suggestions.ts';

/** How many similar names are suggested. */
const OFFERED = 3;

interface DidYouMeanProps {
  kind: SaleKind;
  text: string;
}

/** Existing names similar to a text, unless it is one itself. */
export default function DidYouMean({ kind, text }: DidYouMeanProps) {
  const { minChars, browse } = LIMITS.autocomplete;
  const { items } = useNameSuggestions(kind, text.length < minChars ? null : text, browse);
  if (items.length === 0 || items.some(({ name }) => nameKey(name) === nameKey(text))) return null;
  return (
    <p className="mt-1">
      Did you mean{' '}
      {items.slice(0, OFFERED).map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && ' or '}
          <Link {...nameLink(kind, name)} className="link font-medium">
            {name}
          </Link>
        </Fragment>
      ))}
      ?
    </p>
  );
}
