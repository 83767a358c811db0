import { FILTER_MODES, type FilterMode } from '../../../../src/contract/market/market-search-params.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/tabs.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { useFilterMode } from './use-filter-mode.ts';

const LABELS: Record<FilterMode, string> = { easy: 'Easy', advanced: 'Advanced' };
const MODES = FILTER_MODES.map((value) => ({ value, label: LABELS[value] }));

/** Switches between the simple filters and the query. */
export function FilterModeSwitch(market: MarketNavigation) {
  const { choose, obstacle, keepQuery, dropQuery } = useFilterMode(market);
  return (
    <>
      <Segmented label="Filters" tabs={MODES} value={market.address.mode} onValueChange={choose} />
      <ConfirmDialog
        open={obstacle !== null}
        onClose={keepQuery}
        title="The easy filters cannot say this query"
        confirmLabel="Drop the query"
        onConfirm={dropQuery}
      >
        <p>{obstacle}</p>
        <p className="mt-2">Drop it to go on without. “Back” brings it again.</p>
      </ConfirmDialog>
    </>
  );
}
