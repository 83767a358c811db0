import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '../../../src/contract/accounts/account.ts';
import { ROLE_CHANGED, SESSION_ENDED } from '../../lib/server/session-store.ts';
import { noResponse, refusal } from '../../testing/fake-server.ts';
import { address, arrivesAt, renderAt } from '../../testing/render.tsx';
import LoginScreen, { nextStep } from './login-screen.tsx';

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

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('signs in', () => {
  expect(nextStep({ user, token: 't' })).toEqual({ to: 'session', session: { user, token: 't' } });
});

it('requires the code', () => {
  expect(nextStep({ requires2FA: true, pendingToken: 'p', factors })).toEqual({
    to: 'code',
    pendingToken: 'p',
    factors,
    blocked: null,
  });
});

it.each([
  [{ requires2FA: true, pendingToken: '', factors } as const, 'Server error: No pending token received'],
  [{ user, token: '' }, 'Invalid response from server'],
])('reports what a response lacks', (answer, error) => {
  expect(nextStep(answer)).toEqual({ to: 'nowhere', error });
});

it('returns to the first step when the response to the code lacks the session', async () => {
  const login = () => ({ requires2FA: true, pendingToken: 'p', factors }) as const;
  const verify2fa = () => ({ user, token: '' });
  const { user: visitor } = renderAt(<LoginScreen />, { auth: { login, verify2fa } }, { at: '/login' });
  await visitor.type(screen.getByLabelText(/^Username/), 'ash_k');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret');
  await visitor.click(screen.getByRole('button', { name: 'Login' }));
  await visitor.type(await screen.findByLabelText(/^6-digit code/), '123456');
  await visitor.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Invalid response from server')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
});

it('counts down at once while codes are blocked', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const login = () => ({ requires2FA: true, pendingToken: 'p', factors, retryAfter: 25 }) as const;
  const { user: visitor } = renderAt(<LoginScreen />, { auth: { login } }, { at: '/login' });
  await visitor.type(screen.getByLabelText(/^Username/), 'ash_k');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret{Enter}');
  const wait = (seconds: number) =>
    `Too many failed attempts. Please wait ${seconds} seconds before trying again.`;
  const code = await screen.findByLabelText(/^6-digit code/);
  await screen.findByText(wait(25));
  await visitor.type(code, '123456');
  const isDisabled = () => screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled');
  expect(isDisabled()).toBe('true');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole('timer').textContent).toBe(wait(15));
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await screen.findByText('You can try again now.');
  expect(isDisabled()).toBeNull();
});

it.each([
  [8, ' 8 are left. Lost the app? Disable 2FA with another code and set it up again.'],
  [1, ' One is left. Lost the app? Disable 2FA with another code and set it up again.'],
  [0, ' None are left. Lost the app? Write to the contact in the Legal Notice.'],
  [null, ' Lost the app? Disable 2FA with another code and set it up again.'],
])('says after a login with a recovery code how many are left: %s', async (left, rest) => {
  const login = () => ({ requires2FA: true, pendingToken: 'p', factors }) as const;
  const verify2fa = () => ({ user, token: 't' });
  const status = () => {
    if (left === null) throw noResponse();
    return { is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: left, required: null };
  };
  const answers = { auth: { login, verify2fa }, twoFactor: { status } };
  const { user: visitor } = renderAt(<LoginScreen />, answers, { at: '/login' });
  await visitor.type(screen.getByLabelText(/^Username/), 'ash_k');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret{Enter}');
  await visitor.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
  await visitor.type(screen.getByLabelText(/^Recovery code/), 'abcde-fgh23-ijk45-lmn67{Enter}');
  await screen.findByText(`You used a recovery code.${rest}`);
  await visitor.click(screen.getByRole('button', { name: 'Two-factor settings' }));
  expect(location.pathname + location.search).toBe('/account?tab=security');
});

it('says who helps without recovery codes', async () => {
  const login = () => ({ requires2FA: true, pendingToken: 'p', factors }) as const;
  const { user: visitor } = renderAt(<LoginScreen />, { auth: { login } }, { at: '/login' });
  await visitor.type(screen.getByLabelText(/^Username/), 'ash_k');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret');
  await visitor.click(screen.getByRole('button', { name: 'Login' }));
  await visitor.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
  expect(screen.getByRole('link', { name: 'Legal Notice' }).getAttribute('href')).toBe('/impressum');
});

it('says when an email address signs in, if one was typed', async () => {
  const login = () => {
    throw refusal(401, 'Invalid username or password');
  };
  const { user: visitor } = renderAt(<LoginScreen />, { auth: { login } }, { at: '/login' });
  const name = screen.getByLabelText(/^Username/);
  await visitor.type(name, 'ash@example.org');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret');
  await visitor.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByText(/^Invalid username or password/)).textContent).toContain(
    'once it is confirmed',
  );
  await visitor.clear(name);
  await visitor.type(name, 'ash_k{Enter}');
  await screen.findByText('Invalid username or password');
  expect(screen.queryByText(/once it is confirmed/)).toBeNull();
});

it('says nothing of the email address when there was no response', async () => {
  const login = () => {
    throw noResponse();
  };
  const { user: visitor } = renderAt(<LoginScreen />, { auth: { login } }, { at: '/login' });
  await visitor.type(screen.getByLabelText(/^Username/), 'ash@example.org');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret{Enter}');
  expect((await screen.findByText('Login failed')).textContent).toBe('Login failed');
});

it.each([
  [SESSION_ENDED, 'Your session has ended. Please log in again.'],
  [ROLE_CHANGED, 'Your role has changed. Please log in again.'],
])('says why a session ended: %s', async (state, sentence) => {
  vi.spyOn(history, 'state', 'get').mockReturnValue(state);
  renderAt(<LoginScreen />, {}, { at: '/login?next=%2Fadmin-panel' });
  await screen.findByText(sentence);
  expect(screen.queryByText('Log in to open the admin panel.')).toBeNull();
});

it.each([
  ['/login?next=%2F%3Ftab%3Dpokemon', '/?tab=pokemon'],
  ['/login?next=%2F%2Foutside.example', '/'],
])('goes from %s to %s', async (at, goal) => {
  const { user: visitor } = renderAt(
    <LoginScreen />,
    { auth: { login: () => ({ user, token: 't' }) } },
    { at },
  );
  await visitor.type(screen.getByLabelText(/^Username/), 'ash_k');
  await visitor.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret{Enter}');
  await arrivesAt(goal);
});

it('keeps the form after a wrong password', async () => {
  const login = () => Promise.reject(refusal(401, 'Invalid username or password'));
  const at = '/login?next=%2F%3Ftab%3Dpokemon';
  const { user: visitor, inputsOf } = renderAt(<LoginScreen />, { auth: { login } }, { at });
  await visitor.type(screen.getByLabelText(/^Username/), 'ash_k');
  const password = screen.getByLabelText(/^Password/, { selector: 'input' });
  await visitor.type(password, 'guess{Enter}');
  await screen.findByText('Invalid username or password');
  expect(screen.getByLabelText(/^Username/)).toHaveProperty('value', 'ash_k');
  expect(password).toHaveProperty('value', 'guess');
  expect(address()).toBe(at);
  await visitor.type(password, '2');
  await visitor.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(inputsOf('auth.login')).toHaveLength(2));
  expect(inputsOf('auth.login')[1]).toEqual({ username: 'ash_k', password: 'guess2' });
});

it('leads to the registration with the page to return to', () => {
  renderAt(<LoginScreen />, {}, { at: '/login?next=%2F%3Ftab%3Dpokemon' });
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(
    '/register?next=%2F%3Ftab%3Dpokemon',
  );
});
