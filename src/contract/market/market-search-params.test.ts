import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  FILTERS_OF,
  type MarketFilters,
  type MarketSearchParams,
  marketFilter,
  type NamePageRef,
  printSearchParams,
  readSearchParams,
  START,
} from './market-search-params.ts';
import { type MarketFilter, zMarketFilter } from './sale-filter.ts';
import { searchable } from './search-param-values.ts';

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
  days: 3650,
  chart: 'hidden',
  scale: 'log',
  colour: 'perfect_ivs',
  mode: 'advanced',
  zoom: { from: '2026-01-01', to: '2026-02-01' },
};

it('gives back what it was given', () => {
  expect(readSearchParams(printSearchParams(full))).toEqual(full);
});

it('says nothing of the start', () => {
  expect(printSearchParams(START)).toBe('');
  expect(readSearchParams('')).toEqual(START);
});

describe('an address that makes no sense in part', () => {
  it.each([
    '?tab=nothing&page=-1&limit=99999&sort=drop&order=up&days=7&chart=1',
    '?min_price=12abc&max_price=1e12&date_from=2026-02-30&date_to=tomorrow',
    '?tab=items&nature=Adamant&min_hp_iv=31&is_shiny=true',
    '?exact=true',
    '?tab=constructor&is_shiny=constructor&nature=__proto__',
    '?page=1.5&limit=NaN&name=%20%20&name=x%',
    '?%E0%A4%A=1&name=%00',
  ])('%s shows the start', (search) => {
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
  ])('drops %s alone', (part) => {
    expect(readSearchParams(`?tab=pokemon&name=Gengar&${part}`)).toEqual({
      ...START,
      kind: 'pokemon',
      filters: { name: 'Gengar' },
    });
  });

  it('reads words whatever their case', () => {
    expect(readSearchParams('?tab=pokemon&nature=aDAMANT&hidden_power=fire').filters).toEqual({
      nature: 'Adamant',
      hidden_power: 'Fire',
    });
  });
});

it('leaves out of typed text what no name can have', () => {
  expect(searchable('Gar\u202Echomp 🦈 ')).toBe('Garchomp  ');
});

describe('the page of a name', () => {
  const place = { kind: 'pokemon', name: 'Mr. Mime' } as const;

  it('holds its name, whatever the query string says', () => {
    const address = readSearchParams('?tab=items&name=Gengar&exact=false&nature=bold&page=2', place);
    expect(address).toEqual({
      ...START,
      kind: 'pokemon',
      filters: { name: 'Mr. Mime', exact: true, nature: 'Bold' },
      page: 2,
    });
    expect(printSearchParams(address, place)).toBe('?nature=Bold&page=2');
  });
});

it.each([
  ['?query=price+%3E+5', { ...START, mode: 'advanced', filters: { query: 'price > 5' } }],
  ['?query=price+%3E+5&mode=easy', { ...START, mode: 'advanced', filters: { query: 'price > 5' } }],
  ['?query=%20&mode=advanced', { ...START, mode: 'advanced' }],
])('%s is in the mode of its filters', (search, address) => {
  expect(readSearchParams(search)).toEqual(address);
});

it.each([
  '2026-02-01..2026-01-01',
  '2026-01-01',
  '2026-01-01..2026-01-02..2026-01-03',
  '..',
  '2026-01-01..x',
])('zoom=%s zooms nowhere', (zoom) => {
  expect(readSearchParams(`?zoom=${zoom}`)).toEqual(START);
});

const WORDS = [
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

/** Query strings of the fields that there are, with values that make sense and values that do not. */
const searches = fc
  .array(
    fc.tuple(
      fc.constantFrom('tab', ...FILTERS_OF.pokemon, ...Object.keys(START), 'other'),
      fc.oneof(
        fc.constantFrom(...WORDS),
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

it('reads a filter from any text that every call takes, and finds the same again in what it prints', () => {
  fc.assert(
    fc.property(fc.oneof(searches, fc.string()), places, (search, place) => {
      const address = readSearchParams(search, place);
      const { query: _, ...rest } = marketFilter(address);
      expect(zMarketFilter.safeParse(rest)).toMatchObject({ success: true, data: rest });
      expect(readSearchParams(printSearchParams(address, place), place)).toEqual(address);
    }),
    { numRuns: 2_000 },
  );
});

it('knows every filter of the calls and no other', () => {
  expectTypeOf<MarketFilters>().toExtend<Omit<Extract<MarketFilter, { kind: 'pokemon' }>, 'kind'>>();
  expectTypeOf<keyof MarketFilters>().toEqualTypeOf<
    Exclude<keyof Extract<MarketFilter, { kind: 'pokemon' }>, 'kind'>
  >();
  for (const { shape } of zMarketFilter.options) {
    const [kind] = shape.kind.values;
    expect(['kind', ...FILTERS_OF[kind ?? 'item']].sort()).toEqual(Object.keys(shape).sort());
  }
});
