import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EVER } from '../../../../src/contract/review/reviewer-audit.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ReturnDialog } from './return-dialog.tsx';

const REVIEWER = {
  user_id: 7,
  username: 'misty_w',
  role: 'checker',
  account_status: 'Active',
  decisions: 8,
  approved: 6,
  rejected: 2,
  overturned: 0,
  overturned_share: 0,
  median_wait_seconds: null,
  median_seconds: null,
  last_decision: null,
} as const;

const open = (reviewerAudit: Answers['reviewerAudit'] = {}) =>
  renderAt(<ReturnDialog open onClose={() => undefined} reviewer={REVIEWER} since="" />, { reviewerAudit });

it('returns all approvals without a day, as a suspension does', async () => {
  const { user, inputsOf } = open({
    preview: () => ({ username: 'misty_w', approvals: 6 }),
    start: () => Promise.reject(refusal(409, 'Someone else was first.')),
  });
  await screen.findByText('Return 6 approvals by misty_w to review.');
  const send = screen.getByRole('button', { name: 'Return 6 approvals by misty_w to review' });
  await user.click(send);
  const field = screen.getByRole('textbox', { description: 'Type the username to continue' });
  await user.type(field, 'Misty_W');
  await user.click(send);
  await screen.findByText('Someone else was first.');
  expect(inputsOf('reviewerAudit.start')).toEqual([{ reviewer_id: 7, since: EVER }]);
  // The approvals are counted again.
  await waitFor(() => expect(inputsOf('reviewerAudit.preview')).toHaveLength(2));
});

it('names no day when there are no approvals at all', async () => {
  open({ preview: () => ({ username: 'misty_w', approvals: 0 }) });
  await screen.findByText('misty_w has no approvals to return.');
  expect(screen.queryByLabelText(/^Type the username/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Return/ })).toBeNull();
});
