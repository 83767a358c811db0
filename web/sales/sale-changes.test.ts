import { expect, it } from 'vitest';
import { rebase, shownChanges } from './sale-changes.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';

const decided = { status: 'pending' as const, review_notes: '' };
const before: SaleDraft = {
  ...EMPTY_DRAFT,
  name: 'Garchomp',
  price: 500,
  nature: 'Jolly',
  spread: { hp: 31, atk: 31, def: 31, spatk: 4, spdef: 31, speed: 31 },
};

it('tells what changed, as people read it', () => {
  const after = { ...before, price: 700, spread: { ...before.spread, spatk: 31 } };
  expect(shownChanges({ ...before, ...decided }, { ...after, ...decided })).toEqual([
    { field: 'spread', before: '31/31/31/4/31/31', after: '31/31/31/31/31/31' },
    { field: 'price', before: 500, after: 700 },
  ]);
});

it("keeps what was typed, and takes over somebody else's other changes", () => {
  const typed = { ...before, price: 700 };
  const now = { ...before, price: 600, nature: 'Adamant' };
  expect(rebase(typed, before, now)).toEqual({ ...before, price: 700, nature: 'Adamant' });
});
