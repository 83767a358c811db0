import { expect, it } from 'vitest';
import type { NamedSet } from '../../../src/contract/paste/named-sets.ts';
import { byStat } from '../../../src/contract/sale/ivs.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../draft/sale-draft.ts';
import { fillDraft, fillValue } from './fill-draft.ts';

const SET: NamedSet = {
  line: 'Rotom-Wash',
  at: 0,
  name: 'Rotom',
  isKnown: true,
  form: 'Wash',
  hasForms: true,
  fields: { nature: 'Bold', hidden_power: 'Fire', spread: byStat(() => 31) },
  assumedIvs: true,
  notKept: [],
  notRead: [],
};
const TYPED: SaleDraft = {
  ...EMPTY_DRAFT,
  name: 'Gible',
  ability: 'Sand Veil',
  price: 500_000,
  is_shiny: true,
  spread: { ...EMPTY_DRAFT.spread, hp: 20 },
};

it('fills what the set names, and nothing else', () => {
  const { draft, filled } = fillDraft(EMPTY_DRAFT, SET);
  expect(filled).toEqual(['name', 'form', 'nature', 'spread']);
  expect(draft).toEqual({
    ...EMPTY_DRAFT,
    ...{ name: 'Rotom', form: 'Wash', nature: 'Bold', spread: byStat(() => 31) },
  });
});

it('keeps IVs that were typed when the set names none', () => {
  const { draft, filled } = fillDraft(TYPED, SET);
  expect(filled).toEqual(['name', 'form', 'nature']);
  expect(draft).toEqual({ ...TYPED, name: 'Rotom', form: 'Wash', nature: 'Bold' });
});

it('replaces the IVs that the set names', () => {
  const spread = { ...byStat(() => 31), hp: null };
  const { draft } = fillDraft(TYPED, { ...SET, assumedIvs: false, fields: { spread } });
  expect(draft.spread).toEqual({ ...byStat(() => 31), hp: 20 });
});

it('fills a single value', () => {
  expect(fillValue(TYPED, { price: 7 })).toEqual({ draft: { ...TYPED, price: 7 }, filled: ['price'] });
  expect(fillValue(TYPED, { spread: byStat(() => 5) }).draft.spread).toEqual(byStat(() => 5));
});
