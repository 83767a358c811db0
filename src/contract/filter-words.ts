import { formatDate } from './dates.ts';
import { ivColumn, STAT_LABELS, STATS } from './ivs.ts';
import { KINDS, type SaleKind } from './kinds.ts';
import type { MarketFilters } from './market-address.ts';
import { counted } from './plural.ts';
import { formatPrice } from './price.ts';
import { shortened } from './text.ts';

/** One filter in effect. */
export interface ActiveFilter {
  /** As it stands by itself: `Perfect IVs 5 or more`. */
  label: string;
  /** As it goes on after what is sold: `Garchomp, 5 perfect IVs or more`; null when it is part of what is sold. */
  phrase: string | null;
  /** The filters that go when it is taken off. */
  off: MarketFilters;
}

/** Characters of an advanced query that are shown where there is little room. */
const QUERY_SHOWN = 80;

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
  const add = (
    title: string,
    words: string | null | undefined,
    off: MarketFilters,
    phrase?: string | null,
  ) => {
    if (!words) return;
    const label = title ? `${title} ${words}` : words;
    const follows = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
    active.push({ label, phrase: phrase === undefined ? follows : phrase, off });
  };
  const { name, exact, query, is_shiny: shiny, min_perfect_ivs: perfect } = filters;
  add('Name', name && (exact ? name : `contains “${name}”`), { name: undefined, exact: undefined }, null);
  add('Query', query && shortened(query, QUERY_SHOWN), { query: undefined });
  const price = range(filters.min_price, filters.max_price, formatPrice);
  add('Price', price && `${price} PD`, { min_price: undefined, max_price: undefined });
  const sold = { date_from: undefined, date_to: undefined };
  add('Sold', range(filters.date_from, filters.date_to, formatDate), sold);
  add('Nature', filters.nature, { nature: undefined }, null);
  add('Ability', filters.ability, { ability: undefined });
  add('Form', filters.form, { form: undefined });
  add('Hidden power', filters.hidden_power, { hidden_power: undefined });
  if (shiny !== undefined)
    add('', shiny ? 'Shiny' : 'Not shiny', { is_shiny: undefined }, shiny ? null : undefined);
  if (perfect) {
    const all = perfect === STATS.length;
    const phrase = all ? 'all six IVs perfect' : `${counted(perfect, 'perfect IV')} or more`;
    add('Perfect IVs', all ? 'all six' : `${perfect} or more`, { min_perfect_ivs: undefined }, phrase);
  }
  for (const stat of STATS) {
    const [min, max] = [`min_${ivColumn(stat)}`, `max_${ivColumn(stat)}`] as const;
    const words = range(filters[min], filters[max], String);
    add(
      `${STAT_LABELS[stat]} IV`,
      words,
      { [min]: undefined, [max]: undefined },
      `${STAT_LABELS[stat]} IV ${words}`,
    );
  }
  return active;
}

/** What is sold: `Shiny Adamant Garchomp`, `Items with “orb” in the name`. */
function subject(kind: SaleKind, { name, exact, nature, is_shiny }: MarketFilters): string {
  const named = name && exact ? name : KINDS[kind].label;
  const part = name && !exact ? `with “${name}” in the name` : null;
  return [is_shiny ? 'Shiny' : null, nature, named, part].filter(Boolean).join(' ');
}

/** A filter as a title: `Adamant Garchomp, 5 perfect IVs or more`. */
export const filterTitle = (kind: SaleKind, filters: MarketFilters): string =>
  [subject(kind, filters), ...activeFilters(filters).flatMap(({ phrase }) => phrase ?? [])].join(', ');
