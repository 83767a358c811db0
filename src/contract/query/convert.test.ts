import { describe, expect, it } from 'vitest';
import type { MarketFilter } from '../market/sale-filter.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { filtersOf, queryOf } from './convert.ts';
import { parseQuery } from './parser.ts';

const TODAY = '2026-03-31';

function simple(query: string, kind: SaleKind): Omit<MarketFilter, 'kind'> | null {
  const parsed = parseQuery(query, kind);
  if (!parsed.ok) throw new Error(parsed.issue.message);
  const found = filtersOf(parsed.ast, kind, TODAY);
  if (!found) return null;
  const { kind: same, ...filters } = found;
  expect(same).toBe(kind);
  return filters;
}

describe('simple filters as a query', () => {
  it.each<[filters: MarketFilter, query: string | null]>([
    [{ kind: 'item' }, ''],
    [{ kind: 'item', name: '' }, ''],
    [{ kind: 'item', name: 'ball' }, 'item LIKE %ball%'],
    [{ kind: 'item', name: 'Rock and Roll', exact: true }, 'item = "Rock and Roll"'],
    [{ kind: 'item', name: '100% Pure', exact: true }, 'item = 100% Pure'],
    [{ kind: 'item', name: '100% Pure' }, null],
    [{ kind: 'item', exact: true, min_price: 5, max_price: 9 }, 'price >= 5 AND price <= 9'],
    [{ kind: 'item', min_price: '5', max_price: '5' }, 'price = 5'],
    [
      { kind: 'pokemon', date_from: '2026-01-01', nature: 'bold', ability: 'Levitate', form: 'Shiny Alola' },
      'date >= 2026-01-01 AND nature = Bold AND ability = Levitate AND form = Shiny Alola',
    ],
    [
      {
        kind: 'pokemon',
        hidden_power: 'Ice',
        min_hp_iv: 31,
        max_atk_iv: 0,
        is_shiny: false,
        min_perfect_ivs: 5,
      },
      'hidden_power = Ice AND is not shiny AND perfect_ivs >= 5 AND hp_iv >= 31 AND atk_iv <= 0',
    ],
    [{ kind: 'item', proof: 'without', max_price: 9 }, 'price <= 9 AND has no proof'],
    [
      { kind: 'pokemon', is_shiny: true, query: 'level = 1 or level = 2' },
      'is shiny AND (level = 1 OR level = 2)',
    ],
    [{ kind: 'pokemon', query: 'level = 1 or' }, null],
  ])('%j', (filters, query) => expect(queryOf(filters)).toBe(query));
});

describe('a query as simple filters', () => {
  it.each<[query: string, filters: Record<string, unknown>]>([
    ['pokemon = garchomp', { name: 'garchomp', exact: true }],
    ['pokemon LIKE %chomp%', { name: 'chomp' }],
    ['pokemon LIKE garchomp', { name: 'garchomp', exact: true }],
    ['price > 100 AND price < 200', { min_price: 101, max_price: 199 }],
    ['price >= 100 AND price > 150 AND price <= 200', { min_price: 151, max_price: 200 }],
    ['date > 2026-02-28 AND date < today', { date_from: '2026-03-01', date_to: '2026-03-30' }],
    ['date >= today-90d', { date_from: '2025-12-31' }],
    ['date = 2026-03-01', { date_from: '2026-03-01', date_to: '2026-03-01' }],
    ['hp_iv = 31 AND speed_iv > 29', { min_hp_iv: 31, max_hp_iv: 31, min_speed_iv: 30 }],
    ['perfect_ivs > 4', { min_perfect_ivs: 5 }],
    ['perfect_ivs = 6', { min_perfect_ivs: 6 }],
    ['level = 50', { min_level: 50, max_level: 50 }],
    ['is shiny AND nature = Bold', { is_shiny: true, nature: 'Bold' }],
    ['NOT is shiny', { is_shiny: false }],
    ['has proof', { proof: 'with' }],
    ['NOT has proof', { proof: 'without' }],
    ['form = Shiny Alola AND ability = Levitate', { form: 'Shiny Alola', ability: 'Levitate' }],
  ])('%s', (query, filters) => expect(simple(query, 'pokemon')).toEqual(filters));

  it.each([
    'nature = Bold OR nature = Jolly',
    'NOT nature = Bold',
    'nature != Bold',
    'nature IN (Bold, Jolly)',
    'nature = Bold AND nature = Jolly',
    'nature LIKE B%',
    'pokemon LIKE Gar%',
    'pokemon LIKE %',
    'pokemon = Gible AND pokemon LIKE %ib%',
    'is shiny AND is not shiny',
    'level = 50 OR level = 51',
    'submitted_by = ash',
    'perfect_ivs <= 3',
    'perfect_ivs = 3',
    'hp_iv > 31',
    'price < 0',
    'date > 9999-12-31',
    'date > 9999-12-31 AND date >= 2026-01-01',
    'date < 1900-01-01 AND date <= 2026-01-01',
  ])('cannot express %s', (query) => expect(simple(query, 'pokemon')).toBeNull());
});
