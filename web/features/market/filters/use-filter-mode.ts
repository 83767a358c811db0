import { useState } from 'react';
import { type FilterMode, START } from '../../../../src/contract/market/market-search-params.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

/** What tells the two modes' filters to each other; only who changes the mode needs it. */
const loadConversion = () => import('./mode-conversion.ts');

interface FilterModeChoice {
  /** Changes the mode and takes the filters along. */
  choose: (mode: FilterMode) => void;
  /** Why the query cannot become easy filters, when somebody tried. */
  obstacle: string | null;
  keepQuery: () => void;
  dropQuery: () => void;
}

/** The two modes of the filters (docs/product.md "Screens"): each hands over what the other can say. */
export function useFilterMode({ address, go }: Pick<MarketNavigation, 'address' | 'go'>): FilterModeChoice {
  const [obstacle, setObstacle] = useState<string | null>(null);
  const { kind, filters } = address;

  async function convert(mode: FilterMode) {
    const { toEasy, toQuery } = await loadConversion();
    if (mode === 'advanced') return go({ mode, filters: toQuery(kind, filters) });
    const easy = toEasy(kind, filters);
    if ('obstacle' in easy) setObstacle(easy.obstacle);
    else go({ mode, filters: easy.filters });
  }

  return {
    choose: (mode) => {
      convert(mode).catch(() => showToast(MESSAGES.networkCheck, { tone: 'alert' }));
    },
    obstacle,
    keepQuery: () => setObstacle(null),
    dropQuery: () => {
      setObstacle(null);
      const { query: _, ...others } = filters;
      go({ mode: START.mode, filters: others });
    },
  };
}
