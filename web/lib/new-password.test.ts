import { expect, it } from 'vitest';
import { zRegisterForm } from './new-password.ts';

const valid = { username: 'ash_k', email: 'ash@example.org', password: 'secret1', confirmation: 'secret1' };

const messages = (change: Partial<typeof valid>) =>
  zRegisterForm.safeParse({ ...valid, ...change }).error?.issues.map((issue) => issue.message) ?? [];

it('accepts valid input', () => {
  expect(messages({})).toEqual([]);
});

it.each([
  [{ email: '' }, 'Email is required'],
  [{ email: 'ash' }, 'Please enter a valid email address'],
  [{ confirmation: 'secret2' }, 'Passwords do not match'],
  [{ password: '12345', confirmation: '12345' }, 'Password must be at least 6 characters long'],
  [{ username: 'as' }, 'Username must be at least 3 characters long'],
])('rejects %j: %s', (change, message) => {
  expect(messages(change)).toEqual([message]);
});

it('reports differing passwords together with other errors', () => {
  expect(messages({ username: '', confirmation: 'x' })).toContain('Passwords do not match');
});
