import { expect, it } from 'vitest';
import type { User } from '../../../src/contract/accounts/account.ts';
import { nextStep } from './login-screen.tsx';

const user: User = {
  user_id: 1,
  username: 'ash_k',
  email: 'ash@example.org',
  role: 'user',
  account_status: 'Active',
  lastLogin: null,
  created: '2026-01-01T00:00:00.000Z',
};

const factors = { app: true, passkeys: 0 };

it('signs in', () => {
  expect(nextStep({ user, token: 't' })).toEqual({ to: 'session', session: { user, token: 't' } });
});

it('requires the code', () => {
  expect(nextStep({ requires2FA: true, pendingToken: 'p', factors })).toEqual({
    to: 'code',
    pendingToken: 'p',
    factors,
  });
});

it.each([
  [{ requires2FA: true, pendingToken: '', factors } as const, 'Server error: No pending token received'],
  [{ user, token: '' }, 'Invalid response from server'],
])('reports what a response lacks', (answer, error) => {
  expect(nextStep(answer)).toEqual({ to: 'nowhere', error });
});
