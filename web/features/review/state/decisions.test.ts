import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { REJECTION_REASONS } from '../../../../src/contract/review/review-values.ts';
import {
  type Decisions,
  keepUndoable,
  NO_DECISIONS,
  NOTES_KEPT,
  notesFor,
  settled,
  type UndoableDecision,
  undoableOf,
  withAttempt,
  withoutFailure,
  withText,
  withUndoable,
  withUnknown,
} from './decisions.ts';

const decision = (until: number, ...of: number[]): UndoableDecision => ({
  status: 'rejected',
  sales: of.map((id) => ({ id, version: 2, reference: `Item, sale #${id}` })),
  notes: '',
  until,
});
const [single, both] = [decision(1_000, 3), decision(2_000, 1, 2)];

it('has the latest decision last, in whatever order the answers arrive', () => {
  const done = withUndoable(withUndoable(NO_DECISIONS, both), single);
  expect(done.undoable).toEqual([single, both]);
});

it('has decisions that can be undone until their time is over, each by itself', () => {
  const done = withUndoable(withUndoable(NO_DECISIONS, single), both);
  expect([undoableOf(done, 2), undoableOf(done, 3), undoableOf(done, 4)]).toEqual([both, single, undefined]);
  const again = decision(3_000, 3);
  expect(undoableOf(withUndoable(done, again), 3)).toBe(again);
  expect(keepUndoable(done, ({ until }) => until > 1_000).undoable).toEqual([both]);
  const undone = keepUndoable(done, (other) => other !== both);
  expect(undone.undoable).toEqual([single]);
  // The undo failed.
  expect(withUndoable(undone, both).undoable).toEqual([single, both]);
});

it('has one attempt for each sale', () => {
  const sent = withAttempt(NO_DECISIONS, 1, { status: 'approved', failure: null });
  const failed = withAttempt(sent, 1, { status: 'approved', failure: 'Not today' });
  expect(failed.attempts).toEqual(new Map([[1, { status: 'approved', failure: 'Not today' }]]));
  expect(withoutFailure(sent, 1)).toBe(sent);
  expect(withoutFailure(failed, 1)).toEqual(NO_DECISIONS);
});

describe('notes', () => {
  const withNotes = (now: Decisions, saleId: number, text: string) => withText(now, 'notes', saleId, text);

  it('go with the decisions on their sales', () => {
    const typed = withNotes(withNotes(NO_DECISIONS, 3, 'No proof'), 4, 'Hm');
    expect(withUndoable(typed, single).notes).toEqual(new Map([[4, 'Hm']]));
    expect(withNotes(typed, 4, '').notes).toEqual(new Map([[3, 'No proof']]));
  });

  it('are kept for the sales that they were last typed for', () => {
    const sales = Array.from({ length: NOTES_KEPT + 1 }, (_, id) => id);
    const typed = [...sales, 1].reduce((now, id) => withNotes(now, id, `Hm ${id}`), NO_DECISIONS);
    expect([...typed.notes.keys()]).toEqual([...sales.slice(2), 1]);
  });

  it('send no chosen reason with an approval', () => {
    const [reason] = REJECTION_REASONS;
    const chosen = withNotes(NO_DECISIONS, 1, reason);
    expect([notesFor(chosen, 1, 'approved'), notesFor(chosen, 1, 'rejected')]).toEqual(['', reason]);
    expect(notesFor(withNotes(chosen, 1, 'Hm'), 1, 'approved')).toBe('Hm');
  });
});

describe('decisions whose outcome is unknown', () => {
  const ME = { username: 'misty_w' };
  const MINUTE = 60_000;
  const until = performance.timeOrigin + 10_000;
  const sent = withUnknown(NO_DECISIONS, decision(until, 1));
  const shown = (version: number, by?: string, status: ReviewSale['status'] = by ? 'rejected' : 'pending') =>
    ({
      sale_id: 1,
      version,
      status,
      decided: by ? { by, at: '2026-03-12T14:05:00.000Z' } : null,
    }) as ReviewSale;

  /** What time it is, by the clock that nobody can set. */
  const at = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms - performance.timeOrigin);

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('can be undone once a sale shows that the reviewer made them', () => {
    at(until);
    const [of] = sent.unknown;
    expect(settled(sent, [shown(3, 'misty_w')], ME)).toEqual({
      ...NO_DECISIONS,
      undoable: [{ ...of, sales: [{ id: 1, version: 3, reference: 'Item, sale #1' }] }],
    });
  });

  it('are over once a sale has changed otherwise', () => {
    at(until);
    for (const other of [shown(3, 'brock'), shown(3, 'misty_w', 'approved'), shown(3)])
      expect(settled(sent, [other], ME)).toEqual(NO_DECISIONS);
  });

  it('are looked up until five minutes after their undo, whatever the clock of the device says', () => {
    at(until + 5 * MINUTE - 1);
    vi.spyOn(Date, 'now').mockReturnValue(until + 60 * MINUTE);
    expect(settled(sent, [shown(2)], ME)).toBe(sent);
    expect(settled(sent, [], ME)).toBe(sent);
    at(until + 5 * MINUTE + 1);
    vi.spyOn(Date, 'now').mockReturnValue(0);
    expect(settled(sent, [shown(2)], ME)).toEqual(NO_DECISIONS);
  });
});
