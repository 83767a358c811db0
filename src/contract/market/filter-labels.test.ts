import { describe, expect, it } from 'vitest';
import type { SaleKind } from '../sale/kinds.ts';
import { activeFilters, filterTitle } from './filter-labels.ts';
import type { MarketFilters } from './market-search-params.ts';

const labels = (filters: MarketFilters) => activeFilters(filters).map(({ label }) => label);

describe('active filters', () => {
  it('are empty without filters, and with those that leave out nothing', () => {
    expect(labels({})).toEqual([]);
    expect(labels({ min_perfect_ivs: 0, min_atk_iv: 0, max_atk_iv: 31, min_price: 1 })).toEqual([]);
  });

  it.each<[MarketFilters, string]>([
    [{ name: 'gar' }, 'Name contains “gar”'],
    [{ name: 'Garchomp', exact: true }, 'Name Garchomp'],
    [{ query: ' nature =\n Adamant ' }, 'Query “nature = Adamant”'],
    [{ query: 'x'.repeat(200) }, `Query “${'x'.repeat(79)}…”`],
    [{ min_price: 1000 }, 'Price from 1,000 PD'],
    [{ max_price: 2_000_000 }, 'Price up to 2,000,000 PD'],
    [{ min_price: 0, max_price: 5 }, 'Price 0 to 5 PD'],
    [{ date_from: '2026-03-12', date_to: '2026-03-12' }, 'Sold 12 Mar 2026'],
    [{ is_shiny: true }, 'Shiny'],
    [{ is_shiny: false }, 'Not shiny'],
    [{ proof: 'with' }, 'With proof'],
    [{ proof: 'without' }, 'No proof'],
    [{ min_perfect_ivs: 5 }, 'Perfect IVs 5 or more'],
    [{ min_perfect_ivs: 6 }, 'Perfect IVs all six'],
    [{ min_level: 50, max_level: 50 }, 'Level 50'],
    [{ min_level: 50 }, 'Level from 50'],
    [{ min_speed_iv: 0, max_speed_iv: 0 }, 'Spe IV 0'],
  ])('%j is labelled "%s"', (filters, label) => {
    expect(labels(filters)).toEqual([label]);
  });

  it('tell reversed ranges', () => {
    const reversed = (filters: MarketFilters) =>
      activeFilters(filters).flatMap(({ label, isReversed }) => (isReversed ? [label] : []));
    const filters: MarketFilters = {
      min_price: 1_500_000,
      max_price: 1000,
      date_from: '2026-03-12',
      date_to: '2025-12-31',
      min_hp_iv: 31,
      max_hp_iv: 9,
    };
    expect(reversed(filters)).toEqual([
      'Price 1,500,000 to 1,000 PD',
      'Sold 12 Mar 2026 to 31 Dec 2025',
      'HP IV 31 to 9',
    ]);
    expect(reversed({ min_price: 5, max_price: 5, min_hp_iv: 9, max_hp_iv: 31, min_level: 2 })).toEqual([]);
  });

  it('clear both ends of a range', () => {
    expect(activeFilters({ min_hp_iv: 3, max_hp_iv: 9 })).toMatchObject([
      { label: 'HP IV 3 to 9', off: { min_hp_iv: undefined, max_hp_iv: undefined } },
    ]);
  });
});

it.each<[SaleKind, MarketFilters, string]>([
  ['item', {}, 'Items'],
  ['item', { name: 'orb', min_price: 5 }, 'Items with “orb” in the name, price from 5 PD'],
  [
    'pokemon',
    { name: 'Garchomp', exact: true, nature: 'Adamant', min_perfect_ivs: 5 },
    'Adamant Garchomp, 5 perfect IVs or more',
  ],
  [
    'pokemon',
    { nature: 'Jolly', is_shiny: true, min_perfect_ivs: 6, max_atk_iv: 0 },
    'Shiny Jolly Pokemon, all six IVs perfect, Atk IV up to 0',
  ],
  [
    'pokemon',
    { is_shiny: false, form: 'Alola', hidden_power: 'Ice', min_perfect_ivs: 1 },
    'Pokemon, form Alola, hidden power Ice, not shiny, 1 perfect IV or more',
  ],
  ['pokemon', { query: 'price > 5' }, 'Pokemon, query “price > 5”'],
])('%s: %j is titled "%s"', (kind, filters, title) => {
  expect(filterTitle(kind, filters)).toBe(title);
});
