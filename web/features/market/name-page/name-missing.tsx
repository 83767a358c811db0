import { Search } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { KINDS, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { withoutForbiddenCharacters } from '../../../../src/contract/shared/text.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { marketPath } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { NameCombobox } from '../../../sales/fields/name-combobox.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import DidYouMean from '../search/did-you-mean.tsx';

interface NameMissingProps {
  kind: SaleKind;
  /** The name as the address gives it. */
  text: string;
}

/** An unknown name, with a search for the intended one. */
export default function NameMissing({ kind, text }: NameMissingProps) {
  usePageTitle('Name not found');
  return (
    <div className="py-6">
      <h1 className="sr-only">Name not found</h1>
      <EmptyState
        title={`There is no ${kind} called “${text}”`}
        action={
          <LinkButton href={marketPath({ kind })}>Browse all {KINDS[kind].label.toLowerCase()}</LinkButton>
        }
      >
        The link may be outdated or misspelled.
        <DidYouMean kind={kind} text={text} />
        <div className="mx-auto mt-4 max-w-sm text-left">
          <NameFinder kind={kind} />
        </div>
      </EmptyState>
    </div>
  );
}

const LABELS: Record<SaleKind, string> = { item: 'Find an item', pokemon: 'Find a pokemon' };

function NameFinder({ kind }: { kind: SaleKind }) {
  const [text, setText] = useState('');
  return (
    <NameCombobox
      kind={kind}
      limit={LIMITS.autocomplete.browse}
      size="lg"
      hideLabel
      label={LABELS[kind]}
      placeholder={LABELS[kind]}
      leading={<Search className="size-5" />}
      enterKeyHint="search"
      value={text}
      onValueChange={(typed) => setText(withoutForbiddenCharacters(typed))}
      onChoose={(name) => {
        const { href, state } = nameLink(kind, name);
        navigate(href, { state });
      }}
    />
  );
}
