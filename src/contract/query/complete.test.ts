import { describe, expect, it } from 'vitest';
import type { SaleKind } from '../sale/kinds.ts';
import { completeQuery } from './complete.ts';
import { fieldsOf, findField } from './fields.ts';

/** Completes at the `|`. */
function complete(marked: string, kind: SaleKind = 'pokemon') {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { text, ...completeQuery(text, caret, kind) };
}
const labels = (marked: string, kind?: SaleKind) => complete(marked, kind).options.map(({ label }) => label);

/** The text after the option is applied. */
function choose(marked: string, label: string): string {
  const { text, from, to, options } = complete(marked);
  const option = options.find((one) => one.label === label);
  return option ? text.slice(0, from) + option.text + text.slice(to) : `no ${label}`;
}

const FIELDS = fieldsOf('pokemon').map(({ name }) => name);
const START = [...FIELDS, 'is shiny', 'has proof', 'NOT'];
const OF_TEXT = ['=', '!=', 'LIKE', 'NOT LIKE', 'IN', 'NOT IN'];
const OF_NUMBER = ['=', '!=', '>=', '<=', '>', '<', 'IN', 'NOT IN'];

describe('suggestions at the caret', () => {
  it.each<[marked: string, options: string[]]>([
    ['|', START],
    ['  |', START],
    ['(|', START],
    ['not (|', START],
    ['price > 5 and |', START],
    ['nat|', ['nature']],
    ['NA|', ['nature']],
    ['iv|', FIELDS.filter((name) => name.includes('iv'))],
    ['attack|', ['atk_iv']],
    ['special_d|', ['spdef_iv']],
    ['sold|', ['price', 'date']],
    ['seller|', ['submitted_by']],
    ['speed|', ['speed_iv']],
    ['nature|', []],
    ['nature |', OF_TEXT],
    ['price |', OF_NUMBER],
    ['shiny |', ['=', '!=']],
    ['nature n|', ['NOT LIKE', 'NOT IN']],
    ['price not|', ['NOT IN']],
    ['price >|', ['>=']],
    ['is |', ['shiny', 'not shiny']],
    ['is no|', ['not shiny']],
    ['has |', ['proof', 'no proof']],
    ['has n|', ['no proof']],
    ['nature = bo|', ['Bold']],
    ['nature != ol|', ['Bold', 'Jolly']],
    ['nature IN (Bold, j|', ['Jolly']],
    ['nature IN ("Bold", |', findField('nature')?.values?.slice() ?? []],
    ['nature = "bo|', ['Bold']],
    ['hidden_power = dr|', ['Dragon']],
    ['date >= |', ['today', 'today-7d', 'today-30d', 'today-90d', 'today-1y']],
    ['date >= today-9|', ['today-90d']],
    ['shiny = t|', ['true']],
    ['price > 5 |', ['AND', 'OR']],
    ['price > 5 o|', ['OR']],
    ['(price > 5 |', ['AND', 'OR', ')']],
    ['(price > 5) |', ['AND', 'OR']],
    ['is shiny |', ['AND', 'OR']],
    ['pokemon = "Mr. Mime" |', ['AND', 'OR']],
    ['level IN (1, 2) a|', ['AND']],
    ['name = |', []],
    ['item = |', []],
    ['nature = "a" b c|', []],
    ['hp |', OF_NUMBER],
    ['hp = 31 AND nat|', ['nature']],
    ['size > 3 and (nat|', ['nature']],
    ['size = bo|', []],
    ['item = Leftovers AND nat|', ['nature']],
  ])('%s', (marked, options) => expect(labels(marked)).toEqual(options));

  it('contain only the fields of items for items', () => {
    expect(labels('|', 'item')).toEqual([
      'item',
      'price',
      'date',
      'proof',
      'submitted_by',
      'has proof',
      'NOT',
    ]);
    expect(labels('is |', 'item')).toEqual([]);
  });
});

describe('a chosen option replaces the typed text', () => {
  it.each([
    ['nat|', 'nature', 'nature '],
    ['price > 5 AND na|x = Bold', 'nature', 'price > 5 AND nature  = Bold'],
    ['price |', 'IN', 'price IN ('],
    ['nature = bo|ld AND is shiny', 'Bold', 'nature = Bold AND is shiny'],
    ['nature = b|o AND is shiny', 'Bold', 'nature = Bold AND is shiny'],
    ['nature = "b|o" AND is shiny', 'Bold', 'nature = Bold AND is shiny'],
    ['nature = “b|o” AND is shiny', 'Bold', 'nature = Bold AND is shiny'],
    ['nature = "b|""o" AND is shiny', 'Bold', 'nature = Bold AND is shiny'],
    [`nature = "b|o AND pokemon = Farfetch'd`, 'Bold', `nature = Bold AND pokemon = Farfetch'd`],
    ['nature IN (Bold, j|', 'Jolly', 'nature IN (Bold, Jolly'],
    ['pokemon = Mr. Mime a|', 'AND', 'pokemon = Mr. Mime AND '],
    ['(pokemon = Mr. Mime |', ')', '(pokemon = Mr. Mime) '],
    ['is n|', 'not shiny', 'is not shiny '],
  ])('%s', (marked, label, text) => expect(choose(marked, label)).toBe(text));
});

describe('names from the server are requested', () => {
  it.each([
    ['pokemon = |', { list: 'pokemon', search: '', context: 'term' }],
    ['pokemon = Mr. M|', { list: 'pokemon', search: 'Mr. M', context: 'term' }],
    ['pokemon LIKE gar|', { list: 'pokemon', search: 'gar', context: 'term' }],
    ['pokemon IN (Gible, "Mr. M|', { list: 'pokemon', search: 'Mr. M', context: 'list' }],
    ['ability = "say ""h|', { list: 'ability', search: 'say "h', context: 'term' }],
    ['form = al|', { list: 'form', search: 'al', context: 'term' }],
    ['submitted_by = a|', undefined],
    ['pokemon = "Gible" |', undefined],
  ])('%s', (marked, names) => expect(complete(marked).names).toEqual(names));
});
