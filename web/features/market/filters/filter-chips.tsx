import { useRef } from 'react';
import { activeFilters } from '../../../../src/contract/market/filter-labels.ts';
import type { MarketFilters } from '../../../../src/contract/market/market-search-params.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useChosen } from '../../../ui/hooks/use-chosen.ts';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

export function FilterChips(props: Pick<MarketNavigation, 'chosen' | 'filter' | 'clear'>) {
  const { chosen, filter, clear } = props;
  const chips = useRef<HTMLDivElement>(null);
  const active = activeFilters(chosen);
  if (active.length === 0) return null;

  function remove(off: MarketFilters) {
    // The button is about to disappear, and keyboard focus with it.
    const buttons = [...(chips.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (at >= 0 && next) next.focus();
    else if (at >= 0) focusResults();
    filter(off);
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="sr-only">Active filters:</span>
      <div ref={chips} className="contents">
        {active.map(({ label, off }) => (
          <FilterChip key={label} label={label} onRemove={() => remove(off)} />
        ))}
      </div>
      <ClearFilters variant="quiet" clear={clear}>
        Clear all
      </ClearFilters>
    </div>
  );
}

function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const [isRemoved, remove] = useChosen(false, onRemove);
  return (
    <Chip removeLabel={`Remove filter: ${label}`} onRemove={() => remove(true)} isRemoved={isRemoved}>
      {label}
    </Chip>
  );
}
