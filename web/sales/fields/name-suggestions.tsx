import { skipToken } from '@tanstack/react-query';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { Suggestion } from '../../../src/contract/sale/sale.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { trpc } from '../../lib/server/trpc.ts';
import type { UseSuggestions } from '../../ui/fields/combobox.tsx';
import { Sprite } from '../../ui/sprite.tsx';
import { nameSprites } from '../sale-summary.ts';

/** Hooks that suggest at most `limit` names of each kind. Create them once: a combobox must not change its hook. */
export function nameSuggestions(limit: number): Record<SaleKind, UseSuggestions<Suggestion>> {
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

/** A suggested name with its picture and its number of sales. */
export function SuggestedName({ kind, name, image_url, sales }: Suggestion & { kind: SaleKind }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 py-1">
      <Sprite sources={nameSprites[kind]({ name, imageUrl: image_url })} name={name} size={32} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="shrink-0 text-xs text-ink-faint tabular-nums">{counted(sales, 'sale')}</span>
    </span>
  );
}
