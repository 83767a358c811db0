import { describe, expect, it } from 'vitest';
import { nameKey } from '../../contract/shared/text.ts';
import { readCatalogue } from '../catalogue/catalogue.source.ts';
import { currentName } from './current-names.filter.ts';
import { NameTable, type Sold } from './name-table.ts';

const rows = (...names: string[]) =>
  names.map((name, at) => ({
    id: at + 1,
    name,
    image_url: null,
    pokemon_type: null,
    generation: 0,
    forms: [],
  }));
const sold = (counts: Record<string, number>): Map<string, Sold> =>
  new Map(Object.entries(counts).map(([name, sales]) => [nameKey(name), { sales, last_sold: '2026-01-01' }]));

const { species } = readCatalogue();
const pokemon = new NameTable(
  species.map(({ id, name, generation, forms }) => ({
    id,
    name,
    image_url: null,
    pokemon_type: null,
    generation,
    forms: forms.map(({ form }) => form).filter((form) => form !== 'Normal'),
  })),
);
const first = (query: string, generation = 9) => pokemon.suggest(generation, query, 5)[0]?.name;

describe('suggestions', () => {
  it.each([
    ['garchmop', 'Garchomp'],
    ['grachomp', 'Garchomp'],
    ['pcihu', 'Pichu'],
    ['mewtow', 'Mewtwo'],
    ['alolan ninetales', 'Ninetales'],
    ['ninetales-alola', 'Ninetales'],
    ['hisuian zoroark', 'Zoroark'],
    ['rotom wash', 'Rotom'],
    ['wash rot', 'Rotom'],
    ['farfetchd', "Farfetch'd"],
    ['mr mime', 'Mr. Mime'],
    ['mr. m', 'Mr. Mime'],
    ['flabebe', 'Flabébé'],
    ['FLABÉBÉ', 'Flabébé'],
    ['porygon z', 'Porygon-Z'],
    ['ho oh', 'Ho-Oh'],
    ['Farfetch’d', "Farfetch'd"],
    ['nidoran♀', 'Nidoran♀'],
    ['nidoran m', 'Nidoran♂'],
  ])('%s finds %s', (query, name) => expect(first(query)).toBe(name));

  it.each(['zzzz', '__', '%%', '\n', '\ud800\ud800', '🦖🦖', '() => {}'])('%j finds nothing', (query) => {
    expect(pokemon.suggest(9, query, 5)).toEqual([]);
  });

  it('finds later species only where they are offered', () => {
    expect(first('alolan vul', 5)).toBe('Vulpix');
    expect(first('sylveon', 5)).not.toBe('Sylveon');
    expect(first('sylveon', 6)).toBe('Sylveon');
  });

  it('finds the whole name, what starts with it, what contains it, then near-misses, each the most sold first', () => {
    const table = new NameTable(rows('Old Orb', 'Orb', 'Orb of Ice', 'Robe', 'Morbid', 'Orbit', 'Obr'), {
      sold: sold({ orbit: 9, 'orb of ice': 9, 'old orb': 1, morbid: 2 }),
    });
    const names = table.suggest(9, 'orb', 10).map(({ name }) => name);
    expect(names).toEqual(['Orb', 'Orb of Ice', 'Orbit', 'Morbid', 'Old Orb', 'Obr']);
    expect(table.suggest(9, 'or', 2)).toEqual([
      { name: 'Orb of Ice', image_url: null, pokemon_type: null, sales: 9 },
      { name: 'Orbit', image_url: null, pokemon_type: null, sales: 9 },
    ]);
    table.setSold(sold({ orb: 10 }));
    expect(table.suggest(9, 'or', 2)).toMatchObject([{ name: 'Orb', sales: 10 }, { name: 'Orb of Ice' }]);
  });

  it.each([
    ['Rare Candy', ['Rare Candy', 'rare-candy-2', 'Rare Candy Bar']],
    ['100', ['100', '100X PureXWater', '100% Pure_Water']],
  ])('finds the whole name %s before those that start with it and are sold more often', (query, names) => {
    const counts = { 'rare-candy-2': 9, 'Rare Candy Bar': 2, 'Rare Candy': 1, '100X PureXWater': 3 };
    const all = rows(
      'rare-candy-2',
      'Rare Candy Bar',
      'Rare Candy',
      '100% Pure_Water',
      '100X PureXWater',
      '100',
    );
    const found = new NameTable(all, { sold: sold(counts) }).matching(9, query, 5);
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  it('finds every name by each of its parts', () => {
    const table = new NameTable(rows('Amber Ring', "Yeti's Hat", 'Ring', 'Ünique Ørb'));
    for (const { name } of table.all())
      for (let from = 0; from + 2 <= name.length; from++)
        expect(table.suggest(9, name.slice(from), 50).map((found) => found.name)).toContain(name);
  });
});

it('returns the keys of the names that contain a text or match a pattern', () => {
  const table = new NameTable(rows('100% Orb', 'Orb_of ICE', 'Hat'), { strays: ['strayorb', 'hat'] });
  expect(table.containing('ORB')).toEqual(['100orb', 'orbofice', 'strayorb']);
  expect(table.containing('0%')).toEqual(['100orb']);
  expect(table.like('orb%')).toEqual(['orbofice']);
  expect(table.like('%of i%')).toEqual(['orbofice']);
  expect(table.containing('%')).toEqual([]);
});

it('finds a name by a spelling that was merged into it, but not by a part of that', () => {
  const current = currentName([{ spelling: 'Starf Orb', name: 'Lum Orb' }]);
  const table = new NameTable(rows('Lum Orb', 'Starf Orbit'), { current });
  expect(table.byName('STARF-orb')?.name).toBe('Lum Orb');
  expect(table.suggest(9, 'starf orb', 5).map(({ name }) => name)).toEqual(['Lum Orb', 'Starf Orbit']);
  expect(table.matching(9, 'starf', 5).map(({ name }) => name)).toEqual(['Starf Orbit']);
  expect(table.containing('starf orb')).toEqual(['starforbit']);
});

it('gives every name a unique slug, with the number for the later one', () => {
  const table = new NameTable(rows('Odd Orb', 'Ödd Orb', 'odd orb 2', '★', "Farfetch'd"));
  expect(table.all().map(({ slug }) => slug)).toEqual([
    'odd-orb',
    'odd-orb-2',
    'odd-orb-2-3',
    '4',
    'farfetchd',
  ]);
  for (const { slug, name } of table.all()) expect(table.bySlug(slug)?.name).toBe(name);
  expect(table.bySlug('ODD-ORB')?.name).toBe('Odd Orb');
  expect(table.bySlug('odd')).toBeUndefined();
});
