import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { User } from '../../../../src/contract/accounts/account.ts';
import { losing, refusal } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ManageDialog } from './manage-dialog.tsx';

const ASH: User = {
  user_id: 7,
  username: 'ash_k',
  email: 'ash@example.com',
  role: 'user',
  account_status: 'Active',
  lastLogin: null,
  created: '2026-01-01T00:00:00.000Z',
};

/** The admin's view of the account. */
const viewOf = (user: User) => ({
  user,
  suspension: { at: ASH.created, by: 'lance', reason: 'Sold what nobody had' },
  email_confirmed: false,
  sessions: 0,
  two_factor: false,
  submitted: { approved: 0, rejected: 0, pending: 0 },
  decided: { approved: 0, rejected: 0 },
});

it('says when another admin has changed the role meanwhile, shows it, and asks again', async () => {
  const CHANGED = 'This has changed since you saw it: the role of ash_k is now checker. Nothing was saved.';
  let account = ASH;
  const { user, inputsOf } = renderAt(<ManageDialog user={ASH} open onClose={() => undefined} />, {
    admin: {
      user: () => viewOf(account),
      setRole: ({ role, seen }) => {
        if (seen === account.role) return { user: { ...account, role: role as User['role'] } };
        throw refusal(409, CHANGED, { reason: 'CHANGED_MEANWHILE' });
      },
    },
  });
  await screen.findByText('No sessions');
  screen.getByText('Unconfirmed');
  screen.getByText('users confirm-address ash_k');
  expect(screen.queryByText(/disable-2fa/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Log entries of ash_k' }).getAttribute('href')).toBe(
    '/admin-panel?tab=logging&category=security&search=ash_k',
  );
  screen.getByText('Decisions in effect');
  screen.getByText('by lance: Sold what nobody had');
  account = { ...ASH, role: 'checker' };
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'admin' }));
    const question = await screen.findByRole('dialog', { name: 'Make ash_k an admin?' });
    await user.click(within(question).getByRole('button', { name: 'Make an admin' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Make ash_k an admin?' })).toBeNull());
  };
  await choose();
  await within(screen.getByRole('dialog', { name: 'ash_k' })).findByText(CHANGED);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'checker' }).getAttribute('aria-disabled')).toBe('true'),
  );
  await choose();
  await screen.findByText('ash_k is now an admin.');
  expect(inputsOf('admin.setRole')).toEqual([
    { id: 7, role: 'admin', seen: 'user' },
    { id: 7, role: 'admin', seen: 'checker' },
  ]);
});

it.each([
  ['at once', 1],
  ['at the second attempt', 2],
])('takes a change of the role whose response was lost as made %s', async (_, lost) => {
  let account = ASH;
  const { user } = renderAt(<ManageDialog user={ASH} open onClose={() => undefined} />, {
    admin: {
      user: () => viewOf(account),
      setRole: losing(lost, ({ role }) => {
        account = { ...account, role: role as User['role'] };
        return { user: account };
      }),
    },
  });
  await screen.findByText('No sessions');
  await user.click(screen.getByRole('button', { name: 'checker' }));
  const question = within(await screen.findByRole('dialog', { name: 'Make ash_k a checker?' }));
  await user.click(question.getByRole('button', { name: 'Make a checker' }));
  if (lost > 1) {
    await question.findByText('Failed to update user role. Please try again.');
    await user.click(question.getByRole('button', { name: 'Make a checker' }));
  }
  await screen.findByText('ash_k is now a checker.');
});
