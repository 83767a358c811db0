import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type MarketFilters,
  printSearchParams,
  readSearchParams,
  START,
} from '../../../../src/contract/market/market-search-params.ts';
import { HIDDEN_POWER_TYPES } from '../../../../src/contract/sale/hidden-power-types.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { recordServerDate } from '../../../lib/clock.ts';
import { toQuery, toSimpleFilters } from './mode-conversion.ts';

it.each<[SaleKind, MarketFilters, string | undefined]>([
  ['item', {}, undefined],
  ['item', { name: 'orb' }, undefined],
  ['item', { min_price: 5, max_price: 5 }, 'price = 5'],
  [
    'pokemon',
    { name: 'Garchomp', exact: true, nature: 'Jolly', is_shiny: false, min_perfect_ivs: 5, max_speed_iv: 30 },
    'nature = Jolly AND is not shiny AND perfect_ivs >= 5 AND speed_iv <= 30',
  ],
  ['pokemon', { form: 'A AND B', date_from: '2026-01-02' }, 'date >= 2026-01-02 AND form = "A AND B"'],
])('%s %j as a query, and back', (kind, simple, query) => {
  const { name, exact } = simple;
  expect(toQuery(kind, simple)).toEqual({ name, exact, query });
  expect(toSimpleFilters(kind, { name, exact, query })).toEqual({ filters: simple });
});

it('counts days from that of the server, whatever the clock of the device says', () => {
  onTestFinished(() => recordServerDate(new Date().toISOString()));
  recordServerDate('Thu, 12 Mar 2026 22:00:00 GMT');
  expect(toSimpleFilters('item', { query: 'date >= today-2d' })).toEqual({
    filters: { date_from: '2026-03-10' },
  });
});

const price = fc.integer({ min: 0, max: LIMITS.price.max });
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const text = fc.string({
  unit: fc.constantFrom('a', 'B', ' ', '%', '"', "'", '(', ')', ',', ' AND ', 'or', '=', 'é', '5'),
});
const iv = fc.integer(LIMITS.iv);
const simpleFilters = fc.record(
  {
    min_price: price,
    max_price: price,
    date_from: day,
    date_to: day,
    nature: fc.constantFrom('Bold', 'Jolly'),
    ability: text,
    form: text,
    hidden_power: fc.constantFrom(...HIDDEN_POWER_TYPES),
    is_shiny: fc.boolean(),
    min_perfect_ivs: fc.integer({ min: 1, max: 6 }),
    min_hp_iv: iv,
    max_hp_iv: iv,
    max_speed_iv: iv,
  },
  { requiredKeys: [] },
);

it('converts simple filters to a query and back without loss', () => {
  fc.assert(
    fc.property(simpleFilters, (given) => {
      const { filters } = readSearchParams(printSearchParams({ ...START, kind: 'pokemon', filters: given }));
      const advanced = toQuery('pokemon', filters);
      expect(Object.keys(advanced).filter((key) => key !== 'query')).toEqual(['name', 'exact']);
      expect(toSimpleFilters('pokemon', advanced)).toEqual({ filters });
    }),
    { numRuns: 500 },
  );
});

describe('a query without equivalent simple filters', () => {
  it.each<[MarketFilters, RegExp]>([
    [
      { query: 'price > 5 AND (nature = Bold OR is shiny)' },
      /^No simple filter can express nature = Bold OR is shiny\.$/,
    ],
    [
      { query: 'level != 5 AND nature != Bold' },
      /^No simple filter can express level != 5 and nature != Bold\.$/,
    ],
    [{ query: 'nature = Bold AND nature = Calm' }, /several conditions on one field/],
    [{ query: 'nature = Bolt' }, /^The query has an error: "Bolt" is not a valid nature/],
    [{ name: 'Gengar', exact: true, query: 'pokemon = Rotom' }, /both set name\.$/],
  ])('%j gives the reason', (filters, text) => {
    expect(toSimpleFilters('pokemon', filters)).toEqual({ obstacle: expect.stringMatching(text) });
  });
});
