import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { type FilterValues, filtersFor, replacing } from '../../../../src/contract/market/filter-fields.ts';
import type { MarketSearch, SearchSuggestion } from '../../../../src/contract/market/market.ts';
import {
  type MarketFilters,
  type MarketOrder,
  START,
} from '../../../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { searchText } from '../../../../src/contract/shared/search-param-values.ts';
import {
  nameKey,
  withoutForbiddenCharacters,
  withShinyEmojiAs,
} from '../../../../src/contract/shared/text.ts';
import { isAtSearch, showFound } from '../../../lib/search-box.ts';
import { errorText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import { useOnline } from '../../../ui/hooks/use-online.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

/** The kind to show: a part of names stays with the current kind if that has such sales, not only of similar names. */
function kindToShow({ kind, filters, suggestions }: MarketSearch, current: SaleKind): SaleKind {
  const part = nameKey(filters.name ?? '');
  const isSold = suggestions.some(
    (one) => one.kind === current && one.sales > 0 && nameKey(one.name).includes(part),
  );
  // A query has fields of its kind.
  const fits = Object.keys(filtersFor(current, filters)).length === Object.keys(valuesOf(filters)).length;
  return kind === null || (!filters.exact && isSold && fits) ? current : kind;
}

/** Whether the text is only a name, as typed: no question, and not the plural or a typing mistake of another name. */
const isJustTyped = ({ terms, filters }: MarketSearch, text: string): boolean =>
  terms.length === 0 && nameKey(filters.name ?? '') === nameKey(text);

const valuesOf = ({ name, exact, ...values }: MarketFilters): FilterValues => values;

/** The parts of a text that are not understood, such as `-jolly`; empty without any. */
export const notUnderstood = (text: string, { ignored }: MarketSearch): string =>
  ignored.map(({ from, to }) => text.slice(from, to)).join(', ');

/** The text of the search box, and what it does to the URL (docs/search.md). */
export function useMarketSearch({ params, filter, go }: MarketNavigation) {
  const utils = trpc.useUtils();
  const { name = '' } = params.filters;
  const typed = useRef(name);
  /** Counts what the user did, so that an answer to an earlier text is dropped. */
  const turn = useRef(0);
  const [applying, setApplying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** The text that the last search left in the box, and what it did not understand. */
  const [last, setLast] = useState({ text: name, unread: '', isApplied: false });
  const { draft, type, settle } = useDraft(name, commit, (text) => searchText(text) ?? '');

  /** The user continues with a text. */
  function continueWith(text: string): void {
    typed.current = text;
    turn.current += 1;
    setApplying(false);
    setFailure(null);
  }
  const onName = useEffectEvent(continueWith);
  useEffect(() => onName(name), [name]);

  /**
   * Runs with the meaning of the text as typed, unless the user has gone on; null when it is too short to have one. After a
   * failure the text may be a question all the same, so it must not be sought as a name.
   */
  function withMeaning(use: (found: MarketSearch | null) => void, fail?: (error: unknown) => void): void {
    const text = typed.current.trim();
    const asked = turn.current;
    const isCurrent = () => turn.current === asked;
    if (text.length < LIMITS.autocomplete.minChars) use(null);
    else
      utils.market.search.fetch({ text }).then(
        (found) => isCurrent() && use(found),
        (error) => isCurrent() && fail?.(error),
      );
  }

  const searchName = () => filter({ name: searchText(typed.current) || undefined, exact: undefined }, 'name');

  function commit() {
    continueWith(typed.current);
    withMeaning((found) => {
      if (!found || isJustTyped(found, typed.current)) searchName();
      // The text waits for Enter, but it is no longer the chosen name.
      else if (params.filters.exact) filter({ exact: undefined }, 'name');
    });
  }

  function show(
    kind: SaleKind,
    { name: sought, exact, ...values }: MarketFilters,
    order: MarketOrder | null = null,
    unread = '',
  ) {
    continueWith(sought ?? '');
    setLast({ text: typed.current, unread, isApplied: true });
    settle(typed.current);
    showFound();
    const named = { name: sought, exact };
    if (kind === params.kind) filter({ ...named, ...replacing(values) }, undefined, order ?? {});
    else go({ ...START, kind, limit: params.limit, ...order, filters: { ...named, ...values } });
  }

  /** Puts the whole text into effect. */
  function apply() {
    settle(typed.current);
    continueWith(typed.current);
    setApplying(true);
    const { href } = location;
    const text = typed.current.trim();
    withMeaning(
      (found) => {
        setApplying(false);
        if (!found) {
          searchName();
          showFound();
        }
        // Otherwise the user has gone elsewhere meanwhile, such as back.
        else if (location.href === href) {
          const unread = notUnderstood(text, found);
          if (found.page) navigate(found.page);
          else if (unread && Object.keys(found.filters).length === 0)
            setLast({ text: typed.current, unread, isApplied: false });
          else show(kindToShow(found, params.kind), found.filters, found.order, unread);
        }
      },
      (error) => {
        setApplying(false);
        setFailure(errorText(error, MESSAGES.fetchFailed));
      },
    );
  }
  const isOnline = useOnline();
  // The list loads again too, and would differ from the text. A user who has gone on would lose their place.
  useOnChange(isOnline, () => isOnline && failure !== null && isAtSearch() && apply());

  return {
    text: draft,
    /** Text that only names something takes effect when typing pauses. */
    type(text: string) {
      setLast({ ...last, unread: '' });
      const plain = withoutForbiddenCharacters(withShinyEmojiAs('shiny', text));
      continueWith(plain.slice(0, LIMITS.search.length));
      type(typed.current);
    },
    choose({ kind, name: chosen }: SearchSuggestion) {
      const text = typed.current.trim();
      const found = utils.market.search.getData({ text });
      const { filters = {}, order } = found ?? {};
      const values = kind === (found?.kind ?? kind) ? filters : filtersFor(kind, filters);
      show(kind, { ...values, name: chosen, exact: true }, order, found && notUnderstood(text, found));
    },
    apply,
    /** The meaning of the text is awaited, to put it into effect. */
    applying,
    /** Why that failed; null once the user continues. */
    failure,
    /** The parts of the last search that are not understood; empty without any. */
    unread: last.text === draft && (draft || Object.keys(params.filters).length > 0) ? last.unread : '',
    /** Whether the sales on screen are those of the rest of it. */
    isApplied: last.isApplied,
  };
}
