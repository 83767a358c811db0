import { describe, expect, it } from 'vitest';
import { searchable } from '../../lib/address-values.ts';
import { type MarketAddress, printAddress, readAddress, START } from './market-address.ts';

const full: MarketAddress = {
  kind: 'pokemon',
  filters: {
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
};

it('gives back what it was given', () => {
  expect(readAddress(printAddress(full))).toEqual(full);
});

it('says nothing of the start', () => {
  expect(printAddress(START)).toBe('');
  expect(readAddress('')).toEqual(START);
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
    expect(readAddress(search)).toEqual(START);
  });

  it.each([
    'nature=Angry',
    'hidden_power=Fairy',
    'min_hp_iv=32',
    'max_hp_iv=-1',
    'min_perfect_ivs=7',
    'is_shiny=maybe',
  ])('drops %s alone', (part) => {
    expect(readAddress(`?tab=pokemon&name=Gengar&${part}`)).toEqual({
      ...START,
      kind: 'pokemon',
      filters: { name: 'Gengar' },
    });
  });

  it('reads words whatever their case', () => {
    expect(readAddress('?tab=pokemon&nature=aDAMANT&hidden_power=fire').filters).toEqual({
      nature: 'Adamant',
      hidden_power: 'Fire',
    });
  });
});

it('leaves out of typed text what no name can have', () => {
  expect(searchable('Gar\u202Echomp 🦈 ')).toBe('Garchomp  ');
});
