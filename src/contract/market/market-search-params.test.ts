import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { withoutForbiddenCharacters } from '../shared/text.ts';
import { filtersOfKind } from './filter-fields.ts';
import {
  type MarketFilters,
  type MarketSearchParams,
  marketFilter,
  type NamePageRef,
  printSearchParams,
  readSearchParams,
  START,
} from './market-search-params.ts';
import { type MarketFilter, zMarketFilter } from './sale-filter.ts';

const full: MarketSearchParams = {
  kind: 'pokemon',
  filters: {
    query: 'price < 5m AND NOT nature = Bold',
    name: "Farfetch'd & co 50%",
    exact: true,
    min_price: 0,
    max_price: 999_999_999_999,
    date_from: '2026-01-31',
    date_to: '2026-02-28',
    nature: 'Adamant',
    ability: 'Rough Skin',
    form: 'Alola',
    hidden_power: 'Fire',
    is_shiny: false,
    proof: 'without',
    min_perfect_ivs: 5,
    min_speed_iv: 0,
    max_spatk_iv: 31,
  },
  sort: 'price',
  order: 'asc',
  page: 3,
  limit: 100,
  days: 73_000,
  chart: 'hidden',
  scale: 'log',
  colour: 'perfect_ivs',
  mode: 'advanced',
  zoom: { from: '2026-01-01', to: '2026-02-01' },
};

it('round-trips', () => {
  expect(readSearchParams(printSearchParams(full))).toEqual(full);
});

it('reads the ten years of older addresses as all time', () => {
  expect(readSearchParams('?days=3650').days).toBe(LIMITS.priceHistory.maxDays);
});

it('prints nothing for the defaults', () => {
  expect(printSearchParams(START)).toBe('');
  expect(readSearchParams('')).toEqual(START);
});

describe('a query string with invalid values', () => {
  it.each([
    '?tab=nothing&page=-1&limit=99999&sort=drop&order=up&days=7&chart=1',
    '?min_price=12abc&max_price=1e12&date_from=2026-02-30&date_to=tomorrow',
    '?tab=items&nature=Adamant&min_hp_iv=31&is_shiny=true',
    '?exact=true',
    '?tab=constructor&is_shiny=constructor&nature=__proto__',
    '?page=1.5&limit=NaN&name=%20%20&name=x%',
    '?%E0%A4%A=1&name=%00',
  ])('%s reads as the defaults', (search) => {
    expect(readSearchParams(search)).toEqual(START);
  });

  it.each([
    'nature=Angry',
    'hidden_power=Fairy',
    'min_hp_iv=32',
    'max_hp_iv=-1',
    'min_perfect_ivs=7',
    'is_shiny=maybe',
    'proof=any',
    'proof=true',
  ])('ignores only %s', (part) => {
    expect(readSearchParams(`?tab=pokemon&name=Gengar&${part}`)).toEqual({
      ...START,
      kind: 'pokemon',
      filters: { name: 'Gengar' },
    });
  });

  it('reads values case-insensitively', () => {
    expect(readSearchParams('?tab=pokemon&nature=aDAMANT&hidden_power=fire').filters).toEqual({
      nature: 'Adamant',
      hidden_power: 'Fire',
    });
  });
});

it('removes characters that are not allowed in names from typed text', () => {
  expect(withoutForbiddenCharacters('Gar\u202Echomp 🦈 ')).toBe('Garchomp  ');
});

describe('a name page', () => {
  const place = { kind: 'pokemon', name: 'Mr. Mime' } as const;

  it('uses the name of its path instead of the query string', () => {
    const params = readSearchParams('?tab=items&name=Gengar&exact=false&nature=bold&page=2', place);
    expect(params).toEqual({
      ...START,
      kind: 'pokemon',
      filters: { name: 'Mr. Mime', exact: true, nature: 'Bold' },
      page: 2,
    });
    expect(printSearchParams(params, place)).toBe('?nature=Bold&page=2');
  });
});

it.each([
  ['?query=price+%3E+5', { ...START, mode: 'advanced', filters: { query: 'price > 5' } }],
  ['?query=price+%3E+5&mode=easy', { ...START, mode: 'advanced', filters: { query: 'price > 5' } }],
  ['?query=%20&mode=advanced', { ...START, mode: 'advanced' }],
])('%s has the mode that its filters imply', (search, params) => {
  expect(readSearchParams(search)).toEqual(params);
});

it.each([
  '2026-02-01..2026-01-01',
  '2026-01-01',
  '2026-01-01..2026-01-02..2026-01-03',
  '..',
  '2026-01-01..x',
])('ignores zoom=%s', (zoom) => {
  expect(readSearchParams(`?zoom=${zoom}`)).toEqual(START);
});

const VALUES = [
  ...[
    'true',
    'FALSE',
    'adamant',
    'Fire',
    'pokemon',
    'items',
    'advanced',
    'price',
    'asc',
    'hidden',
    '100',
    '90',
  ],
  ...['2026-02-28', '2026-02-30', '999999999999', '0012', '2026-01-01..2026-02-01', 'price > 5', '%', ' '],
];

/** The filter parameters of a kind. */
const filtersOf = (kind: SaleKind): string[] => [
  'name',
  'exact',
  'query',
  ...filtersOfKind(kind).map(({ param }) => param),
];

/** Query strings of known and unknown fields with valid and invalid values. */
const searches = fc
  .array(
    fc.tuple(
      fc.constantFrom('tab', ...filtersOf('pokemon'), ...Object.keys(START), 'other'),
      fc.oneof(
        fc.constantFrom(...VALUES),
        fc.integer({ min: -1, max: 40 }).map(String),
        fc.string({ unit: 'binary', maxLength: 210 }),
        fc.string({ unit: fc.constantFrom('a', ' ', '\u{1F988}', '𝒜', 'e\u0301', '\u202E'), maxLength: 210 }),
      ),
    ),
  )
  .map((pairs) => `?${new URLSearchParams(pairs)}`);
const places = fc.option(
  fc.constantFrom<NamePageRef>({ kind: 'item', name: 'Leftovers' }, { kind: 'pokemon', name: 'Mr. Mime' }),
  { nil: undefined },
);

it('reads a valid filter from any text, and round-trips it', () => {
  fc.assert(
    fc.property(fc.oneof(searches, fc.string()), places, (search, place) => {
      const params = readSearchParams(search, place);
      const { query: _, ...rest } = marketFilter(params);
      expect(zMarketFilter.safeParse(rest)).toMatchObject({ success: true, data: rest });
      expect(readSearchParams(printSearchParams(params, place), place)).toEqual(params);
    }),
    { numRuns: 2_000 },
  );
});

it('has exactly the filters of the API', () => {
  expectTypeOf<MarketFilters>().toExtend<Omit<Extract<MarketFilter, { kind: 'pokemon' }>, 'kind'>>();
  expectTypeOf<keyof MarketFilters>().toEqualTypeOf<
    Exclude<keyof Extract<MarketFilter, { kind: 'pokemon' }>, 'kind'>
  >();
  for (const { shape } of zMarketFilter.options) {
    const [kind] = shape.kind.values;
    expect(['kind', ...filtersOf(kind ?? 'item')].sort()).toEqual(Object.keys(shape).sort());
  }
});
