import { expect, it } from 'vitest';
import { activeFilters } from './filter-chips.tsx';
import type { MarketFilters } from './market-address.ts';

const labels = (filters: MarketFilters) => activeFilters(filters).map(({ label }) => label);

it('says nothing of no filters', () => {
  expect(labels({})).toEqual([]);
});

it.each<[MarketFilters, string]>([
  [{ name: 'gar' }, 'Name contains “gar”'],
  [{ name: 'Garchomp', exact: true }, 'Name Garchomp'],
  [{ min_price: 1000 }, 'Price from 1,000 PD'],
  [{ max_price: 2_000_000 }, 'Price up to 2,000,000 PD'],
  [{ min_price: 0, max_price: 5 }, 'Price 0 to 5 PD'],
  [{ date_from: '2026-03-12', date_to: '2026-03-12' }, 'Sold 12 Mar 2026'],
  [{ is_shiny: false }, 'Not shiny'],
  [{ min_perfect_ivs: 6 }, 'Perfect IVs all six'],
  [{ min_speed_iv: 0, max_speed_iv: 0 }, 'Spe IV 0'],
])('%j is "%s"', (filters, label) => {
  expect(labels(filters)).toEqual([label]);
});

it('takes off both ends of a range', () => {
  expect(activeFilters({ min_hp_iv: 3, max_hp_iv: 9 })).toEqual([
    { label: 'HP IV 3 to 9', off: { min_hp_iv: undefined, max_hp_iv: undefined } },
  ]);
});
