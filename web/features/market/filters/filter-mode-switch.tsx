import { FILTER_MODES, type FilterMode } from '../../../../src/contract/market/market-search-params.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { useFilterMode } from './use-filter-mode.ts';

const LABELS: Record<FilterMode, string> = { easy: 'Easy', advanced: 'Advanced' };
const MODES = FILTER_MODES.map((value) => ({ value, label: LABELS[value] }));

/** Switches between the simple filters and the query. */
export default function FilterModeSwitch(market: MarketNavigation) {
  const { choose, obstacle, keepQuery, dropQuery } = useFilterMode(market);
  return (
    <>
      <Segmented label="Filters" tabs={MODES} value={market.params.mode} onValueChange={choose} />
      <ConfirmDialog
        open={obstacle !== null}
        onClose={keepQuery}
        title="This query can’t be shown as simple filters"
        confirmLabel="Discard the query"
        onConfirm={dropQuery}
      >
        <p>{obstacle}</p>
        <p className="mt-2">You can discard it and get it back with your browser’s Back button.</p>
      </ConfirmDialog>
    </>
  );
}
