import { formatDate } from '../../../src/contract/dates.ts';
import { ivColumn, STAT_LABELS, STATS } from '../../../src/contract/ivs.ts';
import { formatPrice } from '../../../src/contract/price.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { MarketFilters } from './market-address.ts';
import type { MarketNavigation } from './use-market-address.ts';

export interface ActiveFilter {
  label: string;
  /** The filters that go when it is taken off. */
  off: MarketFilters;
}

/** `1 to 2`, `from 1`, `up to 2`; null when neither is given. */
function range<T>(min: T | undefined, max: T | undefined, show: (value: T) => string): string | null {
  if (min === undefined && max === undefined) return null;
  if (max === undefined) return min === undefined ? null : `from ${show(min)}`;
  if (min === undefined) return `up to ${show(max)}`;
  return min === max ? show(min) : `${show(min)} to ${show(max)}`;
}

/** The filters in effect, in words. */
export function activeFilters(filters: MarketFilters): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const add = (title: string, words: string | number | null | undefined, off: MarketFilters) => {
    if (words !== null && words !== undefined) active.push({ label: `${title} ${words}`, off });
  };
  const { name, exact, min_price, max_price, date_from, date_to } = filters;
  if (name) add('Name', exact ? name : `contains “${name}”`, { name: undefined, exact: undefined });
  const price = range(min_price, max_price, formatPrice);
  add('Price', price && `${price} PD`, { min_price: undefined, max_price: undefined });
  const sold = { date_from: undefined, date_to: undefined };
  add('Sold', range(date_from, date_to, formatDate), sold);
  add('Nature', filters.nature, { nature: undefined });
  add('Ability', filters.ability, { ability: undefined });
  add('Form', filters.form, { form: undefined });
  add('Hidden power', filters.hidden_power, { hidden_power: undefined });
  if (filters.is_shiny !== undefined)
    active.push({ label: filters.is_shiny ? 'Shiny' : 'Not shiny', off: { is_shiny: undefined } });
  const { min_perfect_ivs: perfect } = filters;
  add('Perfect IVs', perfect && (perfect === STATS.length ? 'all six' : `${perfect} or more`), {
    min_perfect_ivs: undefined,
  });
  for (const stat of STATS) {
    const [min, max] = [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`] as const;
    const words = range(filters[min], filters[max], String);
    add(`${STAT_LABELS[stat]} IV`, words, { [min]: undefined, [max]: undefined });
  }
  return active;
}

/** The active filters, each with its own way off, and the way off for all. */
export function FilterChips({ address, filter, clear }: MarketNavigation) {
  const active = activeFilters(address.filters);
  if (active.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="sr-only">Active filters:</span>
      {active.map(({ label, off }) => (
        <Chip key={label} removeLabel={`Remove filter: ${label}`} onRemove={() => filter(off)}>
          {label}
        </Chip>
      ))}
      <Button variant="quiet" onClick={() => clear()}>
        Clear all
      </Button>
    </div>
  );
}
