import { activeFilters } from '../../../../src/contract/market/filter-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useChosen } from '../../../ui/hooks/use-chosen.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

/** The active filters, each with a button that removes it, and one that removes all. */
export function FilterChips({
  chosen,
  filter,
  clear,
}: Pick<MarketNavigation, 'chosen' | 'filter' | 'clear'>) {
  const active = activeFilters(chosen);
  if (active.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="sr-only">Active filters:</span>
      {active.map(({ label, off }) => (
        <FilterChip key={label} label={label} onRemove={() => filter(off)} />
      ))}
      <Button variant="quiet" onClick={() => clear()}>
        Clear all
      </Button>
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
