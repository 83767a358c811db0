import { describe, expect, it } from 'vitest';
import { catalogueFile, unpackCatalogue } from '../../modules/catalogue/catalogue.data.ts';
import { catalogueSpellings } from '../../testing/search/catalogue-spellings.ts';
import { catalogueVocabulary } from '../../testing/search/search-vocabulary.ts';
import { SEARCHES } from '../../testing/search/searches.ts';
import { activeFilters, orderLabel } from '../market/filter-labels.ts';
import { dayMeant, dayOf, parseDay } from '../query/day.ts';
import { KINDS } from '../sale/kinds.ts';
import { parseSearch } from './parse-search.ts';

const TODAY = '2026-03-31';
const vocabulary = catalogueVocabulary();

/** The kind, the chips, and what was not understood. */
function chips(text: string): string {
  const { kind, filters, order, ignored } = parseSearch(text, vocabulary, TODAY);
  const labels = [...activeFilters(filters).map(({ label }) => label), ...(order ? [orderLabel(order)] : [])];
  const rest = ignored.map(({ from, to }) => text.slice(from, to));
  return `${kind ? KINDS[kind].label : 'Both'}: ${labels.join(' · ')}${rest.length ? ` (ignored: ${rest.join(', ')})` : ''}`;
}

describe.each(SEARCHES)('%s', (expected, searches) => {
  it.each(searches)('%s', (text) => expect(chips(text)).toBe(expected));
});

it('reads every name and form of the catalogue as itself', () => {
  const wrong = catalogueSpellings().flatMap(({ name, form, spellings }) =>
    spellings.flatMap((text) => {
      const named = `Pokemon: Name ${name}`;
      const found = chips(text);
      const expected = text === name ? named : `${named} · Form ${form}`;
      return found === expected ? [] : [`${text} → ${found}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('reads every item of the catalogue as itself', () => {
  const { items } = unpackCatalogue(catalogueFile().bytes);
  const wrong = items.flatMap(({ name }) =>
    [name, name.replaceAll(' ', '-')].filter((text) => chips(text) !== `Items: Name ${name}`),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ...['today', 'yesterday', '7 days ago', '2w ago', '1 month ago', '18 months ago', '1 year ago'],
  ...['2026/3/1', '2026.03.01', '2026-3-1', '1.3.2026', '31.12.2025', '29.2.2024'],
])('%s is the same day as in a correction of an advanced query', (text) => {
  const day = dayMeant(text) ?? parseDay(text);
  expect(parseSearch(`since ${text}`, vocabulary, TODAY).filters.date_from).toBe(dayOf(day ?? '', TODAY));
});

it('locates the pieces that set filters', () => {
  const text = 'Garchomp ５ｘ３１, “adamant”';
  const { terms } = parseSearch(text, vocabulary, TODAY);
  expect(terms.map(({ from, to }) => text.slice(from, to))).toEqual(['５ｘ３１', 'adamant']);
});

const PARTS = ['色shiny', 'shiny色', '𠀀shiny', 'shiny𠀀', 'shiny३', 'shiny5x31', '500kß'];
it.each([...PARTS, 'march 12025', 'mar 112025'])('what is only a part of a word sets no filter: %s', (text) =>
  expect(parseSearch(text, vocabulary, TODAY).terms).toEqual([]),
);

it.each([
  ['the only similar one', 'Nidoking', [['Nidoking', 9]]],
  [
    'the only sold one',
    'Nidoking',
    [
      ['Nidoking', 9],
      ['Nidorino', 0],
    ],
  ],
  [
    'one of several sold ones',
    null,
    [
      ['Nidoking', 9],
      ['Nidorino', 1],
    ],
  ],
  [
    'less similar than another',
    null,
    [
      ['Nidorino', 0],
      ['Nidoking', 9],
    ],
  ],
  ['not sold', null, [['Nidoking', 0]]],
  ['like it but begins differently', null, [['Kingdra', 9]]],
  ['like it but has other letters', null, [['Nincada', 9]]],
] as const)('reads a nickname as a name that is %s: %s', (_which, name, similar) => {
  const found = similar.map(([one, sales], at) => ({
    ...{ kind: 'pokemon' as const, name: one, forms: [], sales },
    distance: 4.65 + at / 100,
  }));
  const { filters } = parseSearch('nidkg', { ...vocabulary, similar: () => found }, TODAY);
  expect(filters).toEqual(name ? { name, exact: true } : { name: 'nidkg' });
});

it.each([
  ['hardly', { name: 'hardly' }],
  ['hardbit', { name: 'Hard Stone', exact: true }],
])('reads no ordinary word as a name with its first four letters: %s', (text, expected) => {
  const stone = { kind: 'item', name: 'Hard Stone', forms: [], sales: 9, distance: 4.65 } as const;
  const { filters } = parseSearch(text, { ...vocabulary, similar: () => [stone] }, TODAY);
  expect(filters).toEqual(expected);
});

describe('a sold item that no catalogue foresaw', () => {
  const own = {
    ...vocabulary,
    named: (text: string) =>
      ['5x31 ditto', 'static', '2024 hat'].includes(text.toLowerCase()) || /^(5x31ditto|2024hat)$/.test(text)
        ? [{ kind: 'item' as const, name: text, forms: [], sales: 1 }]
        : vocabulary.named(text),
  };

  it.each([
    ['5x31 ditto', { kind: 'item', terms: [] }],
    ['2024 hat <1m', { kind: 'item', filters: { exact: true, max_price: 1_000_000 } }],
    ['static', { kind: 'item', filters: { name: 'static', exact: true } }],
  ])('is found by its name: %s', (text, expected) => {
    expect(parseSearch(text, own, TODAY)).toMatchObject(expected);
  });
});
