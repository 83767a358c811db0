import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { User } from '../../src/contract/accounts/account.ts';
import { EVER } from '../../src/contract/review/reviewer-audit.ts';
import { losing, refusal } from '../testing/fake-server.ts';
import { renderAt } from '../testing/render.tsx';
import { MISTY, twoFactor } from '../testing/review.tsx';
import { SuspendDialog, suspendedLabel, suspensionLabel } from './suspend-dialog.tsx';

const ASH: User = {
  user_id: 7,
  username: 'ash_k',
  email: 'ash@example.com',
  role: 'checker',
  account_status: 'Active',
  lastLogin: null,
  created: '2026-01-01T00:00:00.000Z',
};
const SINCE = '2026-03-12';

/** An account with 5 approvals, 3 of them since `SINCE`, and one pending sale. */
const ANSWERS = {
  admin: {
    user: () => ({
      user: ASH,
      suspension: null,
      email_confirmed: false,
      sessions: 1,
      two_factor: false,
      submitted: { approved: 0, rejected: 0, pending: 1 },
      decided: { approved: 5, rejected: 0 },
    }),
    suspend: () => ({ user: { ...ASH, account_status: 'Suspended' as const }, run: null, rejected: 1 }),
  },
  reviewerAudit: {
    preview: ({ since }: { since: string }) => ({ username: 'ash_k', approvals: since === EVER ? 5 : 3 }),
  },
};

const onSuspended = vi.fn();
const onClose = vi.fn();
const open = (answers: Parameters<typeof renderAt>[1], since = '') =>
  renderAt(
    <SuspendDialog account={ASH} since={since} open onClose={onClose} onSuspended={onSuspended} />,
    answers,
  );

it('asks for a reason first, and returns nothing unless asked to', async () => {
  const { user, inputsOf } = open(ANSWERS);
  const reason = await screen.findByLabelText(/^Reason/);
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await user.click(screen.getByRole('button', { name: 'Suspend ash_k' }));
  await screen.findByText('A reason is required');
  expect(document.activeElement).toBe(reason);
  expect(screen.queryByLabelText(/^Type the username/)).toBeNull();
  expect(inputsOf('admin.suspend')).toEqual([]);
  await user.type(reason, 'Shares the password');
  await user.click(screen.getByRole('button', { name: 'Suspend ash_k' }));
  await waitFor(() =>
    expect(onSuspended).toHaveBeenCalledWith(
      expect.objectContaining({ account_status: 'Suspended' }),
      'ash_k is suspended and logged out everywhere. 1 pending sale was rejected.',
    ),
  );
  expect(inputsOf('admin.suspend')).toEqual([
    { id: 7, reason: 'Shares the password', return_since: null, reject_pending: false, seen: 'Active' },
  ]);
});

it('returns the approvals since a day, or all of them', async () => {
  const { user, inputsOf } = open(ANSWERS, SINCE);
  await user.click(await screen.findByLabelText('Return 3 approvals to review'));
  fireEvent.change(screen.getByLabelText('Approved since'), { target: { value: '' } });
  await screen.findByRole('button', { name: 'Suspend ash_k and return 5 approvals to review' });
  fireEvent.change(screen.getByLabelText('Approved since'), { target: { value: SINCE } });
  await user.click(screen.getByLabelText('Reject 1 pending sale'));
  const send = screen.getByRole('button', {
    // Happy-dom puts a space after the element of the name.
    name: /^Suspend ash_k ?, return 3 approvals to review and reject 1 pending sale$/,
  });
  const typed = screen.getByLabelText('Type the username to confirm');
  await user.click(send);
  screen.getByText('Type the username to continue');
  const reason = screen.getByLabelText(/^Reason/);
  expect(document.activeElement).toBe(reason);
  await user.type(reason, 'Approved faulty sales');
  await user.click(send);
  expect(document.activeElement).toBe(typed);
  expect(inputsOf('admin.suspend')).toEqual([]);
  await user.type(typed, 'Ash_K');
  await user.click(send);
  await waitFor(() => expect(inputsOf('admin.suspend')).toHaveLength(1));
  expect(inputsOf('admin.suspend')[0]).toMatchObject({ return_since: SINCE, reject_pending: true });
});

it('stays open while it is sent, and shows why it was refused', async () => {
  const answer = Promise.withResolvers<never>();
  const { user } = open({ ...ANSWERS, admin: { ...ANSWERS.admin, suspend: () => answer.promise } });
  await user.type(await screen.findByLabelText(/^Reason/), 'Shares the password');
  await user.click(screen.getByRole('button', { name: 'Suspend ash_k' }));
  onClose.mockClear();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/is not suspended yet\.$/)).toBeNull();
  answer.reject(refusal(409, 'This is the last active admin.'));
  await screen.findByText('This is the last active admin.');
  expect(onClose).not.toHaveBeenCalled();
});

it('returns no approvals whose number could not be loaded, until it is', async () => {
  let works = false;
  const { user } = open({
    ...ANSWERS,
    reviewerAudit: {
      preview: ({ since }) =>
        since === EVER || works
          ? ANSWERS.reviewerAudit.preview({ since })
          : Promise.reject(refusal(400, 'Out of order.')),
    },
  });
  await user.click(await screen.findByLabelText('Return 5 approvals to review'));
  fireEvent.change(screen.getByLabelText('Approved since'), { target: { value: SINCE } });
  await screen.findByText('Out of order.');
  expect(screen.getByRole('button', { name: 'Suspend ash_k' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByText('To undo this, activate the account.')).toBeNull();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const send = await screen.findByRole('button', { name: 'Suspend ash_k and return 3 approvals to review' });
  expect(send.getAttribute('aria-disabled')).toBeNull();
  expect(screen.queryByText('Out of order.')).toBeNull();
});

it('says that nothing could be counted, and still suspends', async () => {
  const failing = () => Promise.reject(refusal(400, ''));
  const { user, inputsOf } = open({
    admin: { ...ANSWERS.admin, user: failing },
    reviewerAudit: { preview: failing },
  });
  await screen.findByText('Failed to count the approvals and pending sales');
  screen.getByRole('button', { name: 'Retry' });
  screen.getByText('To undo this, activate the account.');
  await user.type(screen.getByLabelText(/^Reason/), 'Shares the password');
  await user.click(screen.getByRole('button', { name: 'Suspend ash_k' }));
  await waitFor(() => expect(inputsOf('admin.suspend')).toHaveLength(1));
});

it('asks before a reason is lost', async () => {
  const { user } = open(ANSWERS);
  await user.type(await screen.findByLabelText(/^Reason/), 'Shares the password');
  onClose.mockClear();
  await user.keyboard('{Escape}');
  await screen.findByText(/is not suspended yet\.$/);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it.each([
  [0, 0, 'Suspend ash_k'],
  [37, 0, 'Suspend ash_k and return 37 approvals to review'],
  [0, 1, 'Suspend ash_k and reject 1 pending sale'],
  [2_000, 3, 'Suspend ash_k, return 2,000 approvals to review and reject 3 pending sales'],
])('a suspension with %i approvals and %i pending sales is named', (approvals, pending, label) => {
  expect(suspensionLabel('ash_k', { approvals, pending })).toBe(label);
});

it.each([
  [null, 0, 'ash_k is suspended and logged out everywhere.'],
  [1, 0, 'ash_k is suspended and logged out everywhere. 1 approval returns to review.'],
  [
    37,
    2,
    'ash_k is suspended and logged out everywhere. 37 approvals return to review. 2 pending sales were rejected.',
  ],
])('what was done with %s approvals and %i sales is reported', (total, rejected, label) => {
  expect(suspendedLabel('ash_k', { run: total === null ? null : { total }, rejected })).toBe(label);
});

it.each([
  ['at once', 1],
  ['at the second attempt', 2],
])('takes a suspension whose response was lost as made %s', async (_, lost) => {
  const answer = () => ({ user: { ...ASH, account_status: 'Suspended' as const }, run: null, rejected: 0 });
  const admin = { ...ANSWERS.admin, suspend: losing(lost, answer) };
  onSuspended.mockClear();
  const { user } = renderAt(
    <SuspendDialog account={ASH} open onClose={onClose} onSuspended={onSuspended} />,
    { ...ANSWERS, admin, twoFactor },
    { as: MISTY },
  );
  await user.type(await screen.findByLabelText(/^Reason/), 'Shares the password');
  await user.click(screen.getByRole('button', { name: 'Suspend ash_k' }));
  if (lost > 1) {
    await screen.findByText('Failed to update user status. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Suspend ash_k' }));
  }
  await waitFor(() =>
    expect(onSuspended).toHaveBeenCalledWith(
      expect.objectContaining({ account_status: 'Suspended' }),
      'ash_k is suspended and logged out everywhere.',
    ),
  );
});
