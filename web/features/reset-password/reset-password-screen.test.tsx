import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { Routes } from '../../app/routes.tsx';
import { sessionStore } from '../../lib/server/session-store.ts';
import { RESET_REDIRECT_MS } from '../../lib/timings.ts';
import { noResponse, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { ASH, address, renderAt } from '../../testing/render.tsx';
import ResetPasswordScreen from './reset-password-screen.tsx';

/** Opens a valid link and fills in a new password. The responses to the first tries are lost; the link is used by then. */
async function open(lost: number, network = new TestNetwork()) {
  let calls = 0;
  const { user } = renderAt(
    <ResetPasswordScreen />,
    {
      email: {
        validateResetToken: network.over(() =>
          calls > 0
            ? { valid: false as const, error: MESSAGES.resetLinkInvalid }
            : { valid: true as const, username: ASH.username },
        ),
        resetPassword: () => {
          calls += 1;
          network.isDown = calls <= lost;
          if (network.isDown) throw noResponse();
          throw refusal(400, MESSAGES.resetLinkInvalid, { reason: 'RESET_LINK_INVALID' });
        },
      },
    },
    { at: '/reset-password?token=secret', as: ASH },
  );
  await screen.findByRole('heading', { name: 'Reset password' });
  for (const field of await screen.findAllByLabelText(/password/i, { selector: 'input[type=password]' }))
    await user.type(field, 'correct horse battery');
  return { press: () => user.click(screen.getByRole('button', { name: 'Reset password' })) };
}

async function leadsToLogin() {
  const link = await screen.findByRole('link', { name: 'log in with the new password' });
  expect(link.getAttribute('href')).toBe('/login');
  expect(screen.queryByText(MESSAGES.resetLinkInvalid)).toBeNull();
}

const UNKNOWN_OUTCOME = `${MESSAGES.networkCheck} The password may already be changed.`;

it('leads to the login when an earlier try may have set the password', async () => {
  const { press } = await open(1);
  await press();
  await screen.findByText(UNKNOWN_OUTCOME);
  await press();
  await leadsToLogin();
});

it('leads to the login when the link turns out to be used', async () => {
  const network = new TestNetwork();
  const { press } = await open(1, network);
  await press();
  await screen.findByText(UNKNOWN_OUTCOME);
  network.isDown = false;
  act(() => void window.dispatchEvent(new Event('offline')));
  act(() => void window.dispatchEvent(new Event('online')));
  await leadsToLogin();
});

it('leads to the login after a reload, too', async () => {
  const network = new TestNetwork();
  const { press } = await open(1, network);
  await press();
  await screen.findByText(UNKNOWN_OUTCOME);
  cleanup();
  const at = `${address()}`;
  const state: unknown = history.state;
  renderAt(
    <ResetPasswordScreen />,
    { email: { validateResetToken: () => ({ valid: false, error: MESSAGES.resetLinkInvalid }) } },
    { at, state },
  );
  await leadsToLogin();
});

it('says no such thing of a link that was not tried before', async () => {
  const { press } = await open(0);
  await press();
  await screen.findByRole('heading', { name: 'Invalid Reset Link' });
  screen.getByText(MESSAGES.resetLinkInvalid);
});

afterEach(() => void vi.useRealTimers());

/** Resets the password in the whole site, with a clock that is advanced by hand and by itself. */
async function resetOnSite() {
  const answers = {
    email: {
      validateResetToken: () => ({ valid: true as const, username: 'misty_w' }),
      resetPassword: () => ({ message: 'Your password has been reset.' }),
    },
    inbox: { count: () => ({ unread: 0, rejected: 0 }) },
    legal: { notice: () => ({ name: null, address: null, email: null, phone: null, responsible: null }) },
  };
  const { user } = renderAt(<Routes />, answers, { at: '/reset-password?token=secret', as: ASH });
  for (const field of await screen.findAllByLabelText(/password/i, { selector: 'input[type=password]' }))
    await user.type(field, 'correct horse battery');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  act(() => screen.getByRole('button', { name: 'Reset password' }).click());
  await screen.findByText('Your password has been reset.');
}

it('stays with somebody who presses a key', async () => {
  await resetOnSite();
  screen.getByText('Redirecting to the login…');
  fireEvent.keyDown(document.body, { key: 'Shift' });
  await act(() => vi.advanceTimersByTimeAsync(10 * RESET_REDIRECT_MS));
  expect(address()).toBe('/reset-password');
  expect(screen.queryByText('Redirecting to the login…')).toBeNull();
});

it('leads to the login after a while, unless the page was left, and ends no session of another account', async () => {
  await resetOnSite();
  expect(sessionStore.get()?.user).toEqual(ASH);
  act(() => navigate('/impressum'));
  await screen.findByRole('heading', { level: 1 });
  await act(() => vi.advanceTimersByTimeAsync(RESET_REDIRECT_MS));
  expect(address()).toBe('/impressum');
});

it.each([
  ['/reset-password', MESSAGES.resetLinkMissing],
  ['/reset-password?token=', MESSAGES.resetLinkMissing],
  ['/reset-password?token=guessed', MESSAGES.resetLinkInvalid],
])('says that %s is an invalid link, and leads to a new one', async (at, message) => {
  const validateResetToken = () => ({ valid: false as const, error: MESSAGES.resetLinkInvalid });
  renderAt(<ResetPasswordScreen />, { email: { validateResetToken } }, { at });
  await screen.findByRole('heading', { name: 'Invalid Reset Link' });
  screen.getByText(message);
  const link = screen.getByRole('link', { name: 'Request a new link' });
  expect(link.getAttribute('href')).toBe('/forgot-password');
});

it('can retry when the link could not be checked', async () => {
  const network = new TestNetwork({ isDown: true });
  const validateResetToken = network.over(() => ({ valid: true as const, username: ASH.username }));
  const at = '/reset-password?token=secret';
  const { user } = renderAt(<ResetPasswordScreen />, { email: { validateResetToken } }, { at });
  await screen.findByText(MESSAGES.networkCheck);
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByLabelText(/^New password/);
});
