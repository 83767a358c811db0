import { skipToken } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { SearchSuggestion } from '../../../../src/contract/market/market.ts';
import { looksLikeSets } from '../../../../src/contract/paste/pasted-text.ts';
import { KINDS } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { focusSearch, searchBoxRef } from '../../../lib/search-box.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Combobox, type Suggestions } from '../../../ui/fields/combobox.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { latePart, Nothing } from '../../../ui/states/late-part.tsx';
import { ErrorState } from '../../../ui/states/states.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import type { SearchPaste } from './pasted-search.tsx';
import type { SuggestedSalesProps } from './suggested-sales.tsx';
import { useMarketSearch } from './use-market-search.ts';

const JustName = ({ name }: SuggestedSalesProps) => name;

/** Loaded with the first suggestions; without it, they are only names. */
const SuggestedSales = latePart(() => import('./suggested-sales.tsx'), {
  Waiting: JustName,
  Missing: JustName,
});

/** Loaded while one types: if that fails the search works without it. */
const SearchTerms = latePart(() => import('./search-terms.tsx'), { Missing: Nothing });

/** Loaded when sets are pasted. */
const PastedSearch = latePart(() => import('./pasted-search.tsx'));

const LABEL = 'Search items and pokemon';

/** Suggestions of both kinds, those of the kind with the best match first. */
function useSearchSuggestions(text: string | null): Suggestions<SearchSuggestion> {
  const { data, isLoading, isLoadingError } = trpc.market.search.useQuery(text ? { text } : skipToken);
  const groups = Map.groupBy(data?.suggestions ?? [], ({ kind }) => kind);
  return {
    items: [...groups.values()].flat(),
    searching: isLoading,
    failed: isLoadingError,
    answered: !!data?.terms.length,
  };
}

/** The search of Market History for items, pokemon and their traits (docs/search.md). */
export function MarketSearchBox(market: MarketNavigation) {
  const { text, type, choose, apply, applying, failure, unread, isApplied } = useMarketSearch(market);
  const [paste, setPaste] = useState<SearchPaste | null>(null);
  const closePaste = () => setPaste(null);
  return (
    <>
      <Combobox<SearchSuggestion>
        ref={searchBoxRef}
        size="lg"
        hideLabel
        label={LABEL}
        placeholder="leftovers, 5x31 garchomp…"
        leading={<Search className="size-5" />}
        trailing={
          text === '' && (
            <span className="max-md:hidden">
              <Kbd>/</Kbd>
            </span>
          )
        }
        enterKeyHint="search"
        maxLength={LIMITS.search.length}
        value={text}
        onValueChange={(typed) => {
          closePaste();
          type(typed);
        }}
        onChoose={choose}
        onEnter={apply}
        entering={applying}
        onPaste={(event) => {
          const sets = event.clipboardData.getData('text/plain');
          if (!looksLikeSets(sets)) return;
          event.preventDefault();
          setPaste({ number: (paste?.number ?? 0) + 1, text: sets, notes: null, isSearch: false });
        }}
        useSuggestions={useSearchSuggestions}
        nameOf={({ name }) => name}
        groupOf={({ kind }) => KINDS[kind].label}
        renderItem={(suggestion) => <SuggestedSales {...suggestion} text={text} params={market.params} />}
        header={(searched) => (
          <SearchTerms
            text={searched}
            notes={paste?.isSearch ? paste.notes : null}
            onClose={closePaste}
            onApply={apply}
            onText={type}
          />
        )}
      />
      {failure && (
        <div className="mt-2">
          <ErrorState
            banner
            message={failure}
            onRetry={() => {
              focusSearch(false);
              apply();
            }}
          />
        </div>
      )}
      {unread && (
        <Announced as="p" className="mt-2 text-base text-ink-soft">
          Not understood{isApplied && ', and left out'}: <span className="text-ink">{unread}</span>
        </Announced>
      )}
      {paste && !paste.isSearch && (
        <PastedSearch
          key={paste.number}
          paste={paste}
          onRead={(result) => setPaste({ ...paste, ...result })}
          onClose={closePaste}
        />
      )}
    </>
  );
}
