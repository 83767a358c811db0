import { skipToken } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SearchSuggestion } from '../../../../src/contract/market/search.ts';
import { looksLikeSets } from '../../../../src/contract/paste/pasted-text.ts';
import { KINDS } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { focusSearch, searchBoxRef } from '../../../lib/search-box.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { SuggestedName } from '../../../sales/fields/name-combobox.tsx';
import { Combobox, type Suggestions } from '../../../ui/fields/combobox.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { useMarketSearch } from './use-market-search.ts';

/** Loaded while one types: if that fails the search works without it. */
const SearchTerms = lazy(() => import('./search-terms.tsx').catch(() => ({ default: () => null })));

/** Loaded when sets are pasted. */
const PastedSearch = lazy(() => import('./pasted-search.tsx'));

const LABEL = 'Search items and pokemon';

/** Suggestions of both kinds, those of the kind with the best match first. */
function useSearchSuggestions(text: string | null): Suggestions<SearchSuggestion> {
  const { data, isFetching, isError } = trpc.market.search.useQuery(text ? { text } : skipToken);
  const groups = Map.groupBy(data?.suggestions ?? [], ({ kind }) => kind);
  return {
    items: [...groups.values()].flat(),
    searching: isFetching,
    failed: isError,
    answered: (data?.terms.length ?? 0) > 0,
  };
}

/** The search of Market History for items, pokemon and their traits (docs/search.md). */
export function MarketSearch(market: MarketNavigation) {
  const { text, type, choose, apply } = useMarketSearch(market);
  const [pasted, setPasted] = useState<{ text: string } | null>(null);
  return (
    <>
      <Combobox<SearchSuggestion>
        ref={searchBoxRef}
        size="lg"
        hideLabel
        label={LABEL}
        placeholder="leftovers, adamant 5x31 garchomp…"
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
        onValueChange={type}
        onChoose={choose}
        onEnter={apply}
        onPaste={(event) => {
          const sets = event.clipboardData.getData('text/plain');
          if (!looksLikeSets(sets)) return;
          event.preventDefault();
          setPasted({ text: sets });
        }}
        useSuggestions={useSearchSuggestions}
        nameOf={({ name }) => name}
        groupOf={({ kind }) => KINDS[kind].label}
        renderItem={(suggestion) => <SuggestedName {...suggestion} />}
        header={(searched) => (
          <Suspense>
            <SearchTerms
              text={searched}
              onApply={apply}
              onText={(rest) => {
                type(rest);
                focusSearch(false);
              }}
            />
          </Suspense>
        )}
      />
      {pasted && (
        <Suspense>
          <PastedSearch pasted={pasted} onClose={() => setPasted(null)} />
        </Suspense>
      )}
    </>
  );
}
