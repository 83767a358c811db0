import { expect, it } from 'vitest';
import { actionLabel, activityPath, bulkLabel, changeText } from './activity-list.tsx';

it.each([
  ['account.role-changed', 'Account role changed'],
  ['sign-in.failed', 'Sign-in failed'],
  ['password.reset-by-operator', 'Password reset by operator'],
  ['sale.approved', 'Sale approved'],
  ['sign-out', 'Sign-out'],
])('labels %s as %s', (action, label) => {
  expect(actionLabel(action)).toBe(label);
});

it('names the number of sales that were changed at once', () => {
  const entry = { at: '2026-03-12T18:00:00.000Z', by: 'misty', change: null };
  expect(bulkLabel({ ...entry, action: 'sale.approved', target: '3 sales', sale_id: null })).toBe(
    '3 sales approved',
  );
  expect(bulkLabel({ ...entry, action: 'sale.approved', target: 'Leftovers', sale_id: 7 })).toBeNull();
  expect(bulkLabel({ ...entry, action: 'account.role-changed', target: 'ash', sale_id: null })).toBeNull();
});

it('leads from an entry to its sale, or to all sales that the reviewer decided so', () => {
  const entry = {
    at: '2026-03-12T18:00:00.000Z',
    by: 'misty',
    target: '3 sales',
    change: null,
    sale_id: null,
  };
  const pathOf = (action: string, change = {}) => activityPath({ ...entry, action, ...change });
  expect(pathOf('sale.approved', { sale_id: 7 })).toBe('/review-submissions?tab=all&sale=7');
  expect(pathOf('sale.approved')).toBe('/review-submissions?tab=all&status=approved&reviewer=%3Dmisty');
  expect(pathOf('sale.rejected')).toBe('/review-submissions?tab=all&status=rejected&reviewer=%3Dmisty');
  expect(pathOf('sale.rejected', { by: 'operator root' })).toBeNull();
  expect(pathOf('sale.deleted')).toBeNull();
  expect(pathOf('account.role-changed', { target: 'ash' })).toBeNull();
});

it.each([
  ['false', 'true', 'from off to on'],
  ['checker', 'admin', 'from checker to admin'],
  ['', 'Team\nRocket', 'from empty to Team Rocket'],
  ['set', 'x'.repeat(50), `from set to ${'x'.repeat(39)}…`],
])('says what was changed: %j to %j', (before, after, text) => {
  expect(changeText({ before, after })).toBe(text);
});
