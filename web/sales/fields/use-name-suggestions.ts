import { skipToken } from '@tanstack/react-query';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { NameSuggestion } from '../../../src/contract/sale/sale.ts';
import { trpc } from '../../lib/server/trpc.ts';
import type { Suggestions } from '../../ui/fields/combobox.tsx';

/** Names of a kind that match a text; null requests none. */
export function useNameSuggestions(
  kind: SaleKind,
  query: string | null,
  limit: number,
): Suggestions<NameSuggestion> {
  const { autocomplete } = { item: trpc.items, pokemon: trpc.pokemon }[kind];
  const { data, isLoading, isLoadingError } = autocomplete.useQuery(query ? { query, limit } : skipToken);
  return { items: data?.data ?? [], searching: isLoading, failed: isLoadingError };
}
