import { expect, it } from 'vitest';
import {
  keepUndoable,
  NO_DECISIONS,
  type UndoableDecision,
  undoableOf,
  withAttempt,
  withoutFailure,
  withUndoable,
} from './decision-store.ts';

const decision = (until: number, ...of: number[]): UndoableDecision => ({
  status: 'rejected',
  sales: of.map((id) => ({ id, version: 2, name: `Item ${id}` })),
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
