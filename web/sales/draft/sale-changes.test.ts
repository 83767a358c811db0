import { expect, it } from 'vitest';
import { fieldChanges, rebase } from './sale-changes.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';

const decided = { status: 'pending' as const, review_notes: '' };
const before: SaleDraft = {
  ...EMPTY_DRAFT,
  name: 'Garchomp',
  price: 500,
  nature: 'Jolly',
  spread: { hp: 31, atk: 31, def: 31, spatk: 4, spdef: 31, speed: 31 },
};

it('lists the changed fields, the IVs as one', () => {
  const after = { ...before, price: 700, spread: { ...before.spread, spatk: 31 } };
  expect(fieldChanges({ ...before, ...decided }, { ...after, ...decided })).toEqual([
    { field: 'spread', before: '31/31/31/4/31/31', after: '31/31/31/31/31/31' },
    { field: 'price', before: 500, after: 700 },
  ]);
});

it("keeps the form's changes and takes over all other fields", () => {
  const typed = { ...before, price: 700 };
  const now = { ...before, price: 600, nature: 'Adamant' };
  expect(rebase(typed, before, now)).toEqual({ ...before, price: 700, nature: 'Adamant' });
});
