import { Fragment } from 'react';
import { Link } from 'wouter';
import { KINDS, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { marketPath, namePath } from '../../../app/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { NameFinder, SUGGESTIONS } from '../search/name-finder.tsx';

/** So many names are offered for one that is not known. */
const OFFERED = 3;

/** A name as far as its part of an address says it: `kings-rock` is `kings rock`. */
export const nameOfSlug = (slug: string): string => slug.replaceAll('-', ' ').trim();

/** A name that there is not, and a search for the one that was meant. */
export function NameMissing({ kind, slug }: { kind: SaleKind; slug: string }) {
  usePageTitle('Name not found');
  const words = nameOfSlug(slug);
  return (
    <div className="py-6">
      <h1 className="sr-only">Name not found</h1>
      <EmptyState
        title={`There is no ${kind} called “${words}”`}
        action={
          <LinkButton href={marketPath({ kind })}>Browse all {KINDS[kind].label.toLowerCase()}</LinkButton>
        }
      >
        The link may be old, or a letter of it may be wrong.
        <Meant kind={kind} words={words} />
        <div className="mx-auto mt-4 max-w-sm text-left">
          <NameFinder kind={kind} />
        </div>
      </EmptyState>
    </div>
  );
}

/** Names that are nearly as it was written. */
function Meant({ kind, words }: { kind: SaleKind; words: string }) {
  const useSuggestions = SUGGESTIONS[kind];
  const { items } = useSuggestions(words.length < LIMITS.autocomplete.minChars ? null : words);
  if (items.length === 0) return null;
  return (
    <p className="mt-1">
      Did you mean{' '}
      {items.slice(0, OFFERED).map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && ' or '}
          <Link href={namePath(kind, name)} className="link font-medium">
            {name}
          </Link>
        </Fragment>
      ))}
      ?
    </p>
  );
}
