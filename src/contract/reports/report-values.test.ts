import { describe, expect, it } from 'vitest';
import { LOW_WEIGHT, reasonsText, recordText, weightOf } from './report-values.ts';
import { zNewReport } from './reports.ts';

describe('the record of a reporter', () => {
  it.each([
    [0, 0, 'no earlier report decided', 1 / 2],
    [1, 1, 'their one earlier report was right', 2 / 3],
    [0, 1, 'their one earlier report was dismissed', 1 / 3],
    [0, 2, '0 of 2 earlier reports were right', 1 / 4],
    [1, 2, '1 of 2 earlier reports was right', 1 / 2],
    [12, 15, '12 of 15 earlier reports were right', 13 / 17],
  ])('%d of %d', (upheld, decided, text, weight) => {
    expect(recordText({ upheld, decided })).toBe(text);
    expect(weightOf({ upheld, decided })).toBeCloseTo(weight);
  });

  it('is marked after two dismissed reports, not after one', () => {
    expect(weightOf({ upheld: 0, decided: 1 }) < LOW_WEIGHT).toBe(false);
    expect(weightOf({ upheld: 0, decided: 2 }) < LOW_WEIGHT).toBe(true);
  });
});

it('names reasons with their counts', () => {
  const reasons = [
    { reason: 'wrong_price', reports: 2 },
    { reason: 'dead_proof', reports: 1 },
  ] as const;
  expect(reasonsText(reasons)).toBe('Wrong price (2), Dead proof');
});

it.each([
  [{ reason: 'wrong_price' }, ['comment']],
  [{ reason: 'wrong_price', comment: '  ' }, ['comment']],
  [{ reason: 'dead_proof', duplicate_of: 2 }, ['duplicate_of']],
  [{ reason: 'duplicate', duplicate_of: 1 }, ['duplicate_of']],
  [{ reason: 'duplicate', duplicate_of: 0 }, ['duplicate_of']],
  [{ reason: 'rude' }, ['reason']],
  [{ reason: 'dead_proof', comment: 'a'.repeat(501) }, ['comment']],
  [{ reason: 'dead_proof', extra: 1 }, ['']],
  [{ reason: 'DUPLICATE', duplicate_of: null, comment: null }, []],
])('of %j, the invalid fields are %j', (given, fields) => {
  const issues = zNewReport.safeParse({ sale_id: 1, ...given }).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join('.'))).toEqual(fields);
});
