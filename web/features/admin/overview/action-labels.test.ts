import { expect, it } from 'vitest';
import { actionLabel } from './action-labels.ts';

it.each([
  ['account.role-changed', 'Account role changed'],
  ['sign-in.failed', 'Sign-in failed'],
  ['password.reset-by-operator', 'Password reset by operator'],
  ['sale.approved', 'Sale approved'],
  ['sign-out', 'Sign-out'],
])('labels %s as %s', (action, label) => {
  expect(actionLabel(action)).toBe(label);
});
