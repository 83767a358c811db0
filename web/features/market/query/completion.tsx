import { skipToken } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { completeQuery, type QueryCompletion } from '../../../../src/contract/query/complete.ts';
import { printValue } from '../../../../src/contract/query/printer.ts';
import { type CompletionOption, fitting } from '../../../../src/contract/query/suggestions.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { TYPING_PAUSE_MS } from '../../../lib/timings.ts';
import { useNameSuggestions } from '../../../sales/fields/use-name-suggestions.ts';
import { SuggestionOption } from '../../../ui/fields/combobox.tsx';
import { useDebounced } from '../../../ui/hooks/use-debounced.ts';
import { useAnnouncement } from '../../../ui/live-region.tsx';

const NOWHERE: QueryCompletion = { from: 0, to: 0, options: [] };
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** Matching names from the server; undefined while they load. */
function useNames(wanted: QueryCompletion['names'], species: string | null): CompletionOption[] | undefined {
  const list = wanted?.list;
  const search = wanted?.search.trim() ?? '';
  const rested = useDebounced(search, TYPING_PAUSE_MS);
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
  const shown = (name: string, detail?: string): CompletionOption => ({
    label: name,
    text: printValue(name, wanted.context),
    detail,
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

/** Suggestions visible at once. */
const SHOWN = 8;

interface CompletionListProps {
  id: string;
  completion: ReturnType<typeof useCompletion>;
  active: number;
  anchor: RefObject<HTMLSpanElement | null>;
  onChoose: (option: CompletionOption) => void;
}

/** Suggestions below the caret; on phones below the buttons of the field, which stay reachable. */
export function CompletionList({ id, completion, active, anchor, onChoose }: CompletionListProps) {
  const { options, from, searching, none } = completion;
  const box = useRef<HTMLDivElement>(null);
  const status = searching ? MESSAGES.searching : none ? MESSAGES.noResults : null;

  useAnnouncement(status ?? (options.length > 0 && counted(options.length, 'suggestion')));

  useLayoutEffect(() => {
    const { current: popup } = box;
    const { current: start } = anchor;
    if (!popup || !start) return;
    const room = (popup.offsetParent?.clientWidth ?? 0) - popup.offsetWidth;
    popup.style.left = `${Math.max(0, Math.min(start.offsetLeft - 12, room))}px`;
    popup.style.top = `${start.offsetTop + start.offsetHeight + 14}px`;
  });
  // A scrollable list would be a tab stop before this button, so the arrow keys move a window instead.
  const first = Math.max(0, Math.min(active - SHOWN + 2, options.length - SHOWN));
  const shown = options.slice(first, first + SHOWN);

  return (
    <div
      ref={box}
      key={from}
      hidden={options.length === 0 && status === null}
      className="animate-rise absolute z-30 w-80 max-md:top-full! max-md:left-0! max-md:mt-1 max-md:w-full overflow-hidden rounded-md border border-line bg-raised shadow-high"
    >
      <div id={id} role="listbox" tabIndex={-1} aria-label="Suggestions" className="py-1 empty:hidden">
        {shown.map((option, place) => {
          const index = first + place;
          return (
            <SuggestionOption
              key={option.label}
              id={`${id}-${index}`}
              aria-selected={index === active}
              aria-posinset={index + 1}
              aria-setsize={options.length}
              onClick={() => onChoose(option)}
            >
              <span translate="no" className="truncate font-mono">
                {option.label}
              </span>
              {option.detail && (
                <span className="ml-auto shrink-0 pl-4 text-xs text-ink-faint">{option.detail}</span>
              )}
            </SuggestionOption>
          );
        })}
      </div>
      {options.length > SHOWN && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
          {options.length - SHOWN} more: keep typing, or use the arrow keys.
        </p>
      )}
      {options.length === 0 && status && <p className="px-3 py-2.5 text-sm text-ink-faint">{status}</p>}
    </div>
  );
}
