import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { noResponse } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import ForgotPasswordScreen from './forgot-password-screen.tsx';

const hasFocus = (title: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: title })));

it('moves the focus to the title of each step', async () => {
  const { user } = renderAt(
    <ForgotPasswordScreen />,
    { email: { requestPasswordReset: () => ({ message: 'A link is on its way.' }) } },
    { at: '/forgot-password' },
  );
  const field = screen.getByRole('textbox', { name: 'Username or email' });
  await user.type(field, 'ash_k');
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  await hasFocus('Check your email');
  await user.click(screen.getByRole('button', { name: 'Try another username or email' }));
  await hasFocus('Forgot password');
  expect(screen.getByRole('textbox', { name: 'Username or email' })).toHaveProperty('value', 'ash_k');
});

it('replaces the error of the last request by that of the field', async () => {
  const { user } = renderAt(
    <ForgotPasswordScreen />,
    { email: { requestPasswordReset: () => Promise.reject(new Error('down')) } },
    { at: '/forgot-password' },
  );
  const field = screen.getByRole('textbox', { name: 'Username or email' });
  const send = screen.getByRole('button', { name: 'Send reset link' });
  await user.type(field, 'ash_k');
  await user.click(send);
  await screen.findByText('Failed to send password reset email');
  await user.clear(field);
  await user.click(send);
  await screen.findByText('Please enter your username or email');
  expect(screen.queryByText('Failed to send password reset email')).toBe(null);
});

it('reports a network error, and keeps the input', async () => {
  const { user } = renderAt(
    <ForgotPasswordScreen />,
    { email: { requestPasswordReset: () => Promise.reject(noResponse()) } },
    { at: '/forgot-password' },
  );
  const field = screen.getByRole('textbox', { name: 'Username or email' });
  await user.type(field, 'ash_k{Enter}');
  await screen.findByText(MESSAGES.networkFailed);
  expect(field).toHaveProperty('value', 'ash_k');
});
