import type { z } from 'zod';
import { ivColumn, STATS } from '../ivs.ts';
import type { AnySale } from '../sale.ts';
import type { zMarketFilter } from '../sale-filter.ts';
import { hasForm, matchesQuery, perfectIvsOf } from './evaluate.ts';
import { foldCase } from './matching.ts';

type Filter = z.output<typeof zMarketFilter>;
type PokemonFilter = Extract<Filter, { kind: 'pokemon' }>;

const within = (value: number | string, min: number | string | undefined, max: number | string | undefined) =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

const same = (wanted: string | undefined, has: string) => !wanted || foldCase(wanted) === foldCase(has);

function hasName({ name, exact }: Filter, sale: AnySale): boolean {
  if (!name) return true;
  const has = foldCase(sale.kind === 'item' ? sale.item_name : sale.pokemon_name);
  return exact ? has === foldCase(name) : has.includes(foldCase(name));
}

function hasTraits(filter: PokemonFilter, sale: Extract<AnySale, { kind: 'pokemon' }>): boolean {
  return (
    same(filter.nature, sale.nature) &&
    same(filter.ability, sale.ability) &&
    same(filter.hidden_power, sale.hidden_power) &&
    (!filter.form || hasForm(sale, filter.form)) &&
    (filter.is_shiny === undefined || filter.is_shiny === sale.is_shiny) &&
    (filter.min_perfect_ivs === undefined || perfectIvsOf(sale) >= filter.min_perfect_ivs) &&
    STATS.every((stat) => {
      const column = ivColumn(stat);
      return within(sale[column], filter[`min_${column}`], filter[`max_${column}`]);
    })
  );
}

/**
 * Whether a filter of Market History lets a sale through, in memory: the twin of the server's SQL.
 *
 * @param filter as its schema answers it
 * @param today in UTC, `YYYY-MM-DD`: what `today` in its query is
 */
export function matchesFilter(filter: Filter, sale: AnySale, today: string): boolean {
  return (
    filter.kind === sale.kind &&
    hasName(filter, sale) &&
    within(sale.price, filter.min_price, filter.max_price) &&
    within(sale.date_sold, filter.date_from, filter.date_to) &&
    (filter.kind !== 'pokemon' || sale.kind !== 'pokemon' || hasTraits(filter, sale)) &&
    (!filter.query || matchesQuery(filter.query.ast, sale, today))
  );
}
