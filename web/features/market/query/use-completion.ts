import { skipToken } from '@tanstack/react-query';
import { completeQuery, type QueryCompletion } from '../../../../src/contract/query/complete.ts';
import { printValue } from '../../../../src/contract/query/printer.ts';
import { fitting, type Suggestion } from '../../../../src/contract/query/suggestions.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useNameSuggestions } from '../../../sales/fields/use-name-suggestions.ts';
import { useDebounced } from '../../../ui/hooks/use-debounced.ts';

/** Suggestions for a place of a query. */
export type Completion = ReturnType<typeof useCompletion>;

const NOWHERE: QueryCompletion = { from: 0, to: 0, options: [] };
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** Matching names from the server; undefined while they load. */
function useNames(wanted: QueryCompletion['names'], species: string | null): Suggestion[] | undefined {
  const list = wanted?.list;
  const search = wanted?.search.trim() ?? '';
  const rested = useDebounced(search, LIMITS.autocomplete.debounceMs);
  const searches = search.length >= LIMITS.autocomplete.minChars && !search.includes('%');
  const kind = list === 'item' || list === 'pokemon' ? list : null;
  const found = useNameSuggestions(
    kind ?? 'item',
    kind && searches && rested === search ? search : null,
    LIMITS.autocomplete.browse,
  );
  const abilities = trpc.abilities.list.useQuery(list === 'ability' ? {} : skipToken, FOREVER);
  const known = trpc.catalogue.speciesOptions.useQuery(
    list === 'form' && species ? { pokemon_name: species } : skipToken,
    FOREVER,
  );
  if (!wanted) return [];
  const shown = (name: string, detail?: string): Suggestion => ({
    label: name,
    text: printValue(name, wanted.context),
    ...(detail && { detail }),
  });
  if (list === 'ability')
    return fitting(abilities.data?.data.map(({ ability_name }) => shown(ability_name)) ?? [], search);
  if (list === 'form') return fitting(known.data?.forms.map(({ form }) => shown(form)) ?? [], search);
  if (!searches || found.failed) return [];
  if (found.searching || rested !== search) return;
  return found.items.map(({ name, sales }) => shown(name, counted(sales, 'sale')));
}

/**
 * What could be typed next.
 *
 * @param caret null gives no suggestions
 * @param species the searched pokemon, whose forms are known
 */
export function useCompletion(kind: SaleKind, text: string, caret: number | null, species: string | null) {
  const { from, to, options, names } = caret === null ? NOWHERE : completeQuery(text, caret, kind);
  const found = useNames(names, species);
  // A complete name needs no suggestion.
  const others = found?.filter(({ text: name }) => name !== text.slice(from, to)) ?? [];
  const all = [...others, ...options];
  const sought = names !== undefined && names.search.trim().length >= LIMITS.autocomplete.minChars;
  return {
    /** The chosen suggestion replaces the text between these. */
    from,
    to,
    options: all,
    /** A name search is running. */
    searching: found === undefined && all.length === 0,
    /** A name search found nothing. */
    none: sought && found?.length === 0 && all.length === 0 && !names.search.includes('%'),
  };
}
