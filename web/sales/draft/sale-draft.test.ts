import { expect, it } from 'vitest';
import { STATS } from '../../../src/contract/sale/ivs.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import {
  changesOf,
  draftErrors,
  EMPTY_DRAFT,
  type SaleDraft,
  submissionOf,
  summariseDraft,
} from './sale-draft.ts';

const item: SaleDraft = { ...EMPTY_DRAFT, name: 'Leftovers', price: 1_000_000, date_sold: '2026-01-02' };
const pokemon: SaleDraft = {
  ...item,
  name: 'Garchomp',
  form: 'Normal',
  nature: 'Adamant',
  ability: 'Rough Skin',
  spread: { hp: 31, atk: 31, def: 31, spatk: 0, spdef: 31, speed: 31 },
};

const messages = (kind: SaleKind, draft: SaleDraft) =>
  Object.fromEntries([...draftErrors(kind, draft)].map(([field, error]) => [field, error.message]));

it('accepts complete drafts', () => {
  expect(messages('item', item)).toEqual({});
  expect(messages('pokemon', pokemon)).toEqual({});
});

it('requires three fields of an item', () => {
  expect([...draftErrors('item', EMPTY_DRAFT).values()].map((error) => error.type)).toEqual(
    Array(3).fill('missing'),
  );
});

it('requires the traits of a pokemon, form and ability once it has a name', () => {
  const required = {
    nature: 'Nature is required for Pokemon submissions',
    spread: 'All six IVs are required',
    price: 'Price is required',
    date_sold: 'Date sold is required',
  };
  expect(messages('pokemon', EMPTY_DRAFT)).toEqual({ name: 'Pokemon name is required', ...required });
  expect(messages('pokemon', { ...EMPTY_DRAFT, name: 'Garchomp' })).toEqual({
    form: 'Form is required',
    ability: 'Ability is required for Pokemon submissions',
    ...required,
  });
});

it.each<[Partial<SaleDraft>, Record<string, string>]>([
  [{ price: 0 }, { price: 'Price must be a positive number' }],
  [{ date_sold: '9998-01-01' }, { date_sold: expect.stringContaining('Date sold cannot be after today, ') }],
  [{ proof_url: 'javascript:alert(1)' }, { proof_url: expect.stringContaining('http://') }],
  [{ name: 'Left\u202Eovers' }, { name: expect.stringContaining('character') }],
])('%j is refused', (change, expected) => {
  expect(messages('item', { ...item, ...change })).toEqual(expected);
});

it('sends an item without traits, and a pokemon with all of them', () => {
  expect(submissionOf('item', item)?.fields).toEqual({
    item_name: 'Leftovers',
    price: 1_000_000,
    date_sold: '2026-01-02',
    proof_url: null,
  });
  const fields = submissionOf('pokemon', { ...pokemon, held_item: ' ' })?.fields;
  expect(fields).toMatchObject({ pokemon_name: 'Garchomp', iv_hp: 31, iv_sp_attack: 0, held_item: null });
  expect(Object.keys(fields ?? {}).filter((name) => name.startsWith('iv_'))).toHaveLength(STATS.length);
});

it.each([
  ['https://forum.example/t/1', 'https://forum.example/t/1'],
  ['forum.example/t/1', 'https://forum.example/t/1'],
  ['htp:/x', null],
  [' ', null],
])('summarises the proof %j as %j', (proof_url, proofUrl) => {
  expect(summariseDraft('item', { ...EMPTY_DRAFT, proof_url })).toMatchObject({ proofUrl });
});

it('edits only what was changed', () => {
  expect(changesOf('pokemon', pokemon, pokemon)).toEqual({});
  const after = { ...pokemon, price: 5, level: 50, spread: { ...pokemon.spread, speed: 30 } };
  expect(changesOf('pokemon', pokemon, after)).toEqual({ price: 5, level: 50, iv_speed: 30 });
});

it('reports an unknown name in place of the form and the ability that it leaves open', () => {
  const errors = draftErrors('pokemon', { ...EMPTY_DRAFT, name: 'Garchom' }, 'No such pokemon');
  expect([...errors.keys()]).toEqual(['name', 'nature', 'spread', 'price', 'date_sold']);
  expect(errors.get('name')).toEqual({ type: 'wrong', message: 'No such pokemon' });
  expect(draftErrors('pokemon', { ...pokemon, name: 'Garchom' }, 'No such pokemon')).toEqual(new Map());
});
