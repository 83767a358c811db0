import type { ComponentProps } from 'react';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { NameSuggestion } from '../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { Combobox } from '../../ui/fields/combobox.tsx';
import SuggestedName from './suggested-name.tsx';
import { useNameSuggestions } from './use-name-suggestions.ts';

const nameOf = ({ name }: NameSuggestion): string => name;

type NameComboboxProps = Omit<
  ComponentProps<typeof Combobox<NameSuggestion>>,
  'onChoose' | 'useSuggestions' | 'nameOf' | 'renderItem'
> & {
  kind: SaleKind;
  /** How many names are suggested; by default as many as in forms. */
  limit?: number;
  /** A suggestion was chosen; by default it counts as typed. */
  onChoose?: (name: string) => void;
};

export function NameCombobox(props: NameComboboxProps) {
  const { kind, limit = LIMITS.autocomplete.submit, onChoose = props.onValueChange, ...field } = props;
  return (
    <Combobox
      {...field}
      // biome-ignore lint/correctness/useHookAtTopLevel: the combobox calls it as a hook
      useSuggestions={(query) => useNameSuggestions(kind, query, limit)}
      onChoose={({ name }) => onChoose(name)}
      nameOf={nameOf}
      renderItem={(suggestion) => <SuggestedName kind={kind} {...suggestion} />}
    />
  );
}
