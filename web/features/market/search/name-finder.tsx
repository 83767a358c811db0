import { Search } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { searchable } from '../../../../src/contract/market/search-param-values.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { namePath } from '../../../lib/paths.ts';
import { BROWSE_NAMES, NameCombobox } from '../../../sales/fields/name-combobox.tsx';

const LABELS: Record<SaleKind, string> = { item: 'Find an item', pokemon: 'Find a pokemon' };

/** A search that leads to the page of a name. */
export function NameFinder({ kind }: { kind: SaleKind }) {
  const [text, setText] = useState('');
  return (
    <NameCombobox
      kind={kind}
      suggestions={BROWSE_NAMES}
      size="lg"
      hideLabel
      label={LABELS[kind]}
      placeholder={LABELS[kind]}
      leading={<Search className="size-5" />}
      enterKeyHint="search"
      value={text}
      onValueChange={(typed) => setText(searchable(typed))}
      onChoose={(name) => navigate(namePath(kind, name))}
    />
  );
}
