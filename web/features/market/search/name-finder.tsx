import { Search } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { searchable } from '../../../../src/contract/market/search-param-values.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { namePath } from '../../../lib/paths.ts';
import { nameSuggestions, SuggestedName } from '../../../sales/fields/name-suggestions.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';

/** The name suggestions of each kind. */
export const SUGGESTIONS = nameSuggestions(LIMITS.autocomplete.browse);

const LABELS: Record<SaleKind, string> = { item: 'Find an item', pokemon: 'Find a pokemon' };

/** A search that leads to the page of a name. */
export function NameFinder({ kind, start = '' }: { kind: SaleKind; start?: string }) {
  const [text, setText] = useState(start);
  return (
    <Combobox
      size="lg"
      hideLabel
      label={LABELS[kind]}
      placeholder={LABELS[kind]}
      leading={<Search className="size-5" />}
      enterKeyHint="search"
      value={text}
      onValueChange={(typed) => setText(searchable(typed))}
      onChoose={({ name }) => navigate(namePath(kind, name))}
      useSuggestions={SUGGESTIONS[kind]}
      nameOf={(suggestion) => suggestion.name}
      renderItem={(suggestion) => <SuggestedName kind={kind} {...suggestion} />}
    />
  );
}
