import { describe, expect, it } from 'vitest';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { CHANGED_MEANWHILE } from '../../../sales/sale-version.ts';
import {
  ageLabel,
  decisionFailure,
  decisionLabel,
  durationText,
  GONE,
  isConflict,
  outcomeLabel,
  reviewFailure,
} from './review-labels.ts';

it.each([
  [0, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_199, '119 min'],
  [7_200, '2 h'],
  [172_800, '2 days'],
])('%i seconds are %s', (seconds, label) => expect(durationText(seconds)).toBe(label));

const AT = '2026-03-12T12:05:00.000Z';
const later = (minutes: number) => Date.parse(AT) + minutes * 60_000;

it.each([
  [1.9, 'now'],
  [2, '2 min'],
  [119, '119 min'],
  [120, '2 h'],
  [48 * 60 - 1, '47 h'],
  [48 * 60, '2 days'],
])('after %d minutes the age is "%s"', (minutes, label) => {
  expect(ageLabel(AT, later(minutes))).toBe(label);
});

describe('the outcome of a sale', () => {
  const pending = {
    status: 'pending',
    decided: null,
    deleted_at: null,
    submitted_by_username: 'ash_k',
  } as ReviewSale;
  const approved: ReviewSale = { ...pending, status: 'approved', decided: { by: 'misty_w', at: AT } };
  // The time is the reader's.
  const time = String.raw`\d\d:\d\d`;

  it.each<[string, ReviewSale, number, string]>([
    ['names who decided', approved, 5, `^Approved by misty_w at ${time}$`],
    ['has the date after half a day', approved, 12 * 60, `^Approved by misty_w on .*2026 at ${time}$`],
    ['may have no name', { ...approved, decided: { by: null, at: AT } }, 5, `^Approved at ${time}$`],
    ['may be just the status', { ...approved, decided: null }, 5, '^Approved$'],
    [
      'is its deletion first of all',
      { ...approved, deleted_at: AT, deleted_by: 'oak' },
      5,
      `^Deleted by oak at ${time}$`,
    ],
    [
      'may be a deletion by nobody',
      { ...approved, deleted_at: AT, deleted_by: null },
      5,
      `^Deleted at ${time}$`,
    ],
    [
      'may be a withdrawal',
      { ...pending, deleted_at: AT, deleted_by: 'ash_k' },
      5,
      `^Withdrawn by the submitter at ${time}$`,
    ],
  ])('%s', (_, sale, minutes, label) => {
    expect(outcomeLabel(sale, 'brock', later(minutes))).toMatch(new RegExp(label));
  });

  it('addresses the reader, and is none while the sale waits', () => {
    expect(outcomeLabel(approved, 'misty_w', later(5))).toMatch(/^Approved by you at/);
    expect(outcomeLabel(pending, 'misty_w', later(5))).toBeNull();
  });
});

it('names one sale of a decision, and counts several', () => {
  const one = { id: 12, version: 2, reference: 'Garchomp, sale #12' };
  expect(decisionLabel({ status: 'approved', sales: [one] })).toBe('Approved Garchomp, sale #12');
  expect(decisionLabel({ status: 'rejected', sales: [one, one] })).toBe('Rejected 2 sales');
});

describe('a failed review', () => {
  const refusal = (data: object, message = MESSAGES.alreadyReviewed) =>
    Object.assign(new Error(message), { data: { httpStatus: 409, reason: 'ALREADY_REVIEWED', ...data } });

  it('names who decided first', () => {
    const decided = { by: 'brock', at: AT };
    // The time is the reader's, as in the outcome.
    expect(reviewFailure(refusal({ decided }), '')).toMatch(
      /cannot be modified\. Decided by brock on 1[23] Mar 2026 at \d\d:\d\d\.$/,
    );
  });

  it('says that the sale is gone', () => {
    expect(
      reviewFailure(refusal({ httpStatus: 404, reason: 'NOT_FOUND' }, 'There is no such sale.'), ''),
    ).toBe(GONE);
  });

  it('explains a change by someone else', () => {
    expect(reviewFailure(refusal({ reason: 'STALE_VERSION' }), '')).toBe(CHANGED_MEANWHILE);
  });

  it.each([
    ['approved', 'Failed to approve submission'],
    ['rejected', 'Failed to reject submission'],
  ] as const)('has the message of the server, or its own: %s', (status, own) => {
    expect(decisionFailure(refusal({ reason: 'LOCKED' }, 'It is locked.'), status)).toBe('It is locked.');
    expect(decisionFailure(new Error('Failed to fetch', { cause: new TypeError() }), status)).toBe(own);
  });

  it('without an answer has its own message, and is no conflict', () => {
    const error = new Error('Failed to fetch', { cause: new TypeError() });
    expect(reviewFailure(error, MESSAGES.approveFailed)).toBe(MESSAGES.approveFailed);
    expect([isConflict(error), isConflict(refusal({}))]).toEqual([false, true]);
  });
});
