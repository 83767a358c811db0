import { expect, it } from 'vitest';
import { actionLabel, bulkLabel } from './activity-list.tsx';

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
  const entry = { at: '2026-03-12T18:00:00.000Z', by: 'misty' };
  expect(bulkLabel({ ...entry, action: 'sale.approved', target: '3 sales', sale_id: null })).toBe(
    '3 sales approved',
  );
  expect(bulkLabel({ ...entry, action: 'sale.approved', target: 'Leftovers', sale_id: 7 })).toBeNull();
  expect(bulkLabel({ ...entry, action: 'account.role-changed', target: 'ash', sale_id: null })).toBeNull();
});
