import { useState } from 'react';
import {
  FILTER_MODES,
  type FilterMode,
  START,
} from '../../../../src/contract/market/market-search-params.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

const LABELS: Record<FilterMode, string> = { easy: 'Easy', advanced: 'Advanced' };
const MODES = FILTER_MODES.map((value) => ({ value, label: LABELS[value] }));

/** Loaded on demand: only a switch of mode needs it. */
const loadConversion = () => import('./mode-conversion.ts');

interface FilterModeChoice {
  /** Switches the mode and converts the filters. */
  choose: (mode: FilterMode) => void;
  /** Why the query cannot be converted, after an attempt. */
  obstacle: string | null;
  keepQuery: () => void;
  dropQuery: () => void;
}

/** The two filter modes (docs/product.md "Screens"): each passes on what the other can express. */
function useFilterMode({ params, go }: Pick<MarketNavigation, 'params' | 'go'>): FilterModeChoice {
  const [obstacle, setObstacle] = useState<string | null>(null);
  const { kind, filters } = params;

  async function convert(mode: FilterMode) {
    const { toSimpleFilters, toQuery } = await loadConversion();
    if (mode === 'advanced') return go({ mode, filters: toQuery(kind, filters) });
    const simple = toSimpleFilters(kind, filters);
    if ('obstacle' in simple) setObstacle(simple.obstacle);
    else go({ mode, filters: simple.filters });
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

/** Switches between the simple filters and the query. */
export default function FilterModeSwitch(market: MarketNavigation) {
  const { choose, obstacle, keepQuery, dropQuery } = useFilterMode(market);
  return (
    <>
      <Segmented label="Filters" tabs={MODES} value={market.params.mode} onValueChange={choose} />
      <ConfirmDialog
        open={obstacle !== null}
        onClose={keepQuery}
        title="This query can't be shown as simple filters"
        confirmLabel="Discard the query"
        onConfirm={dropQuery}
      >
        <p>{obstacle}</p>
        <p className="mt-2">You can discard it and get it back with your browser's Back button.</p>
      </ConfirmDialog>
    </>
  );
}
