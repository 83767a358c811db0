import { describe, expect, it } from 'vitest';
import type { ReviewSale, ReviewUpdate } from '../../../../src/contract/review.ts';
import { applyStep, arrivals, deskOf, layDown, putSales, tellsTooLittle } from './review-queue.ts';

const NOW = '2026-03-12T14:05:00.000Z';

const sale = (sale_id: number, change: Partial<ReviewSale> = {}): ReviewSale =>
  ({
    kind: 'item',
    sale_id,
    item_id: 1,
    item_name: `Item ${sale_id}`,
    price: 100,
    date_sold: '2026-03-10',
    proof_url: null,
    image_url: null,
    status: 'pending',
    submitted_by: 7,
    submitted_by_username: 'ash_k',
    date_submitted: NOW,
    approved_by: null,
    review_notes: null,
    version: 1,
    flags: [],
    checked_at: null,
    decided: null,
    deleted_at: null,
    ...change,
  }) as ReviewSale;

type Step = Extract<ReviewUpdate, { type: 'sale' }>;
const step = (sale_id: number, event: Step['event'], change: Partial<Step> = {}): Step => ({
  type: 'sale',
  sale_id,
  event,
  status: 'pending',
  version: 2,
  by: 'misty_w',
  at: NOW,
  ...change,
});

const desk = deskOf([sale(1), sale(2), sale(3)]);
const approved = step(2, 'approved', { status: 'approved' });
const ids = ({ rows }: typeof desk) => rows.map((row) => row.sale_id);

describe('a decision by somebody else', () => {
  it('stays in its place, with their name', () => {
    const after = applyStep(desk, approved);
    expect(ids(after)).toEqual([1, 2, 3]);
    expect(after.rows[1]).toMatchObject({
      status: 'approved',
      version: 2,
      decided: { by: 'misty_w', at: NOW },
    });
    expect([...after.settled]).toEqual([2]);
  });

  it('is told once, however often it comes', () => {
    const after = applyStep(desk, approved);
    expect(applyStep(after, { ...approved, by: 'brock' })).toBe(after);
  });

  it('is live again once undone', () => {
    const after = applyStep(applyStep(desk, approved), step(2, 'undone', { version: 3 }));
    expect(after.rows[1]).toMatchObject({ status: 'pending', version: 3, decided: null });
    expect(after.settled.size).toBe(0);
  });

  it('does not go back to what an older answer says', () => {
    const after = applyStep(desk, approved);
    expect(putSales(after, [sale(2)])).toBe(after);
  });
});

it('waits for the fields of an edit, or of a step that was missed', () => {
  expect(tellsTooLittle(desk, step(1, 'edited'))).toBe(true);
  expect(applyStep(desk, step(1, 'edited'))).toBe(desk);
  expect(tellsTooLittle(desk, { ...approved, version: 3 })).toBe(true);
  expect(tellsTooLittle(desk, approved)).toBe(false);
  expect(tellsTooLittle(desk, step(9, 'edited'))).toBe(false);
});

it('knows a sale that was decided while nobody told', () => {
  const after = putSales(desk, [sale(3, { status: 'rejected', version: 2 }), sale(9)]);
  expect([...after.settled]).toEqual([3]);
  expect(ids(after)).toEqual([1, 2, 3]);
});

it('does not take what was decided before the load for news', () => {
  const old = deskOf([sale(4, { status: 'approved' })]);
  expect(putSales(old, [sale(4, { status: 'approved', flags: [{ flag: 'first_sale' }] })]).settled.size).toBe(
    0,
  );
});

it('greys a deleted sale, whatever its status', () => {
  const after = applyStep(desk, step(1, 'deleted'));
  expect(after.rows[0]).toMatchObject({ status: 'pending', deleted_at: NOW });
  expect([...after.settled]).toEqual([1]);
  expect(applyStep(after, step(1, 'restored', { version: 3 })).settled.size).toBe(0);
});

describe('new submissions', () => {
  const later = [step(8, 'submitted', { version: 1 }), step(9, 'submitted', { version: 1 })].reduce(
    applyStep,
    desk,
  );

  it('wait beside the desk, and are laid at its end', () => {
    expect(ids(later)).toEqual([1, 2, 3]);
    expect(arrivals(later)).toEqual([8, 9]);
    const after = layDown(later, [sale(8), sale(9)]);
    expect(ids(after)).toEqual([1, 2, 3, 8, 9]);
    expect(arrivals(after)).toEqual([]);
  });

  it('are not counted once somebody has decided them, and are again once that is undone', () => {
    const decided = applyStep(later, step(8, 'approved', { status: 'approved' }));
    expect(arrivals(decided)).toEqual([9]);
    expect(arrivals(applyStep(decided, step(8, 'undone', { version: 3 })))).toEqual([8, 9]);
    expect(ids(layDown(decided, [sale(8, { status: 'approved' }), sale(9)]))).toEqual([1, 2, 3, 9]);
  });

  it('are none when a decision on another page is undone', () => {
    expect(arrivals(applyStep(desk, step(5, 'undone')))).toEqual([]);
  });
});
