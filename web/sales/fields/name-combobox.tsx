import { skipToken } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { Suggestion } from '../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Combobox, type UseSuggestions } from '../../ui/fields/combobox.tsx';
import SuggestedName from './suggested-name.tsx';

type NameSuggestions = Record<SaleKind, UseSuggestions<Suggestion>>;

/** Hooks that suggest at most `limit` names of each kind. */
function nameSuggestions(limit: number): NameSuggestions {
  const input = (query: string | null) => (query ? { query, limit } : skipToken);
  return {
    item: function useItemNames(query) {
      const { data, isFetching, isError } = trpc.items.autocomplete.useQuery(input(query));
      return { items: data?.data ?? [], searching: isFetching, failed: isError };
    },
    pokemon: function usePokemonNames(query) {
      const { data, isFetching, isError } = trpc.pokemon.autocomplete.useQuery(input(query));
      return { items: data?.data ?? [], searching: isFetching, failed: isError };
    },
  };
}

/** For searches of the market. */
export const BROWSE_NAMES = nameSuggestions(LIMITS.autocomplete.browse);
/** For forms. */
const FORM_NAMES = nameSuggestions(LIMITS.autocomplete.submit);

const nameOf = ({ name }: Suggestion): string => name;

type NameComboboxProps = Omit<
  ComponentProps<typeof Combobox<Suggestion>>,
  'onChoose' | 'useSuggestions' | 'nameOf' | 'renderItem'
> & {
  kind: SaleKind;
  suggestions?: NameSuggestions;
  /** A suggestion was chosen; by default it counts as typed. */
  onChoose?: (name: string) => void;
};

/** The name of an item or a pokemon, with suggestions. */
export function NameCombobox(props: NameComboboxProps) {
  const { kind, suggestions = FORM_NAMES, onChoose = props.onValueChange, ...field } = props;
  return (
    <Combobox
      // A combobox must not change its hook.
      key={kind}
      {...field}
      useSuggestions={suggestions[kind]}
      onChoose={({ name }) => onChoose(name)}
      nameOf={nameOf}
      renderItem={(suggestion) => <SuggestedName kind={kind} {...suggestion} />}
    />
  );
}
