import { expect, it } from 'vitest';
import { errorText, isSignedOutError } from './errors.ts';

const serverError = (message: string, data: Record<string, unknown>) =>
  Object.assign(new Error(message), { data: { httpStatus: 400, details: null, ...data } });

it('joins the details', () => {
  const error = serverError('a, b', { details: ['Email is required', 'Passwords do not match'] });
  expect(errorText(error, 'Login failed')).toBe('Email is required, Passwords do not match');
});

it("shows the server's message", () => {
  expect(errorText(serverError('That name is taken.', { details: [] }), 'Registration failed')).toBe(
    'That name is taken.',
  );
});

it.each([
  [new Error('Failed to fetch')],
  [Object.assign(new Error('x'), { data: undefined })],
  [serverError('', {})],
  ['?'],
])('falls back when the server sent no message', (error) => {
  expect(errorText(error, 'Login failed')).toBe('Login failed');
});

it.each([
  ['no answer', new TypeError('Failed to fetch'), 'Network error. Please try again.'],
  ['a read that takes too long', new DOMException('', 'TimeoutError'), 'Network error. Please try again.'],
  ['a response of a proxy', new SyntaxError('Unexpected token <'), 'Failed to reset password'],
])('recognises %s', (_, cause, message) => {
  const error = new Error('x', { cause });
  expect(errorText(error, 'Failed to reset password', 'Network error. Please try again.')).toBe(message);
});

it('treats only 401 and 403 as signed out', () => {
  expect(
    [401, 403, 404, 409].map((httpStatus) => isSignedOutError(serverError('x', { httpStatus }))),
  ).toEqual([true, true, false, false]);
});
