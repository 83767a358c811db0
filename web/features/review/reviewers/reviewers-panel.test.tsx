import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { TestNetwork } from '../../../testing/fake-server.ts';
import { arrivesAt, renderAt } from '../../../testing/render.tsx';
import ReviewersPanel from './reviewers-panel.tsx';

const reviewer = (username: string, decisions: number): Reviewer => ({
  user_id: decisions,
  username,
  role: 'checker',
  account_status: 'Active',
  decisions,
  approved: decisions,
  rejected: 0,
  overturned: 0,
  overturned_share: null,
  median_wait_seconds: null,
  median_seconds: null,
  last_decision: null,
});

const twoFactor = {
  status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 10, required: null }),
};
const AT = '/review-submissions?tab=reviewers';

const open = (search: string, network = new TestNetwork()) =>
  renderAt(
    <ReviewersPanel />,
    {
      reviewerAudit: {
        reviewers: network.over(() => ({ data: [reviewer('misty_w', 4678), reviewer('brock_s', 0)] })),
        runs: () => ({ data: [] }),
        preview: () => ({ username: 'misty_w', approvals: 0 }),
      },
      twoFactor,
    },
    { at: `${AT}${search}`, as: { user_id: 9, username: 'professor_oak', role: 'admin' } },
  );

const links = () => screen.queryAllByRole('link', { name: /decisions/ });
const names = () =>
  screen.getAllByRole('rowheader').map(({ textContent }) => textContent.match(/[a-z]+_[a-z]/)?.[0]);
const since = () => screen.getByLabelText<HTMLInputElement>('Decisions since');

it('links decisions to the sales that they decided', async () => {
  open('');
  await screen.findByText('brock_s');
  expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['4,678', '/review-submissions?tab=all&reviewer=%3Dmisty_w'],
  ]);
});

it('does not link decisions since a day to those of all days', async () => {
  open('&since=2026-03-12');
  await screen.findByText('4,678');
  expect(links()).toEqual([]);
});

it('has the order in the address', async () => {
  const { user } = open('');
  await screen.findByText('brock_s');
  expect(names()).toEqual(['misty_w', 'brock_s']);
  await user.click(screen.getByRole('button', { name: 'Reviewer' }));
  await arrivesAt(`${AT}&sort=username&order=asc`);
  expect(names()).toEqual(['brock_s', 'misty_w']);
});

it('counts the decisions since the day in the address', async () => {
  const { user, inputsOf } = open('&since=2026-03-12');
  await screen.findByText('brock_s');
  expect(since().value).toBe('2026-03-12');
  fireEvent.change(since(), { target: { value: '2026-03-11' } });
  await arrivesAt(`${AT}&since=2026-03-11`);
  await user.click(screen.getByRole('button', { name: 'All time' }));
  await arrivesAt(AT);
  expect(since().value).toBe('');
  await waitFor(() =>
    expect(inputsOf('reviewerAudit.reviewers')).toEqual([
      { since: '2026-03-12' },
      { since: '2026-03-11' },
      {},
    ]),
  );
});

it('offers to return the approvals of the reviewer of the row, since the day of the figures', async () => {
  const { user, inputsOf } = open('&since=2026-03-12');
  await user.click(await screen.findByRole('button', { name: 'Return approvals by misty_w…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Return approvals by misty_w' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Approved since').value).toBe('2026-03-12');
  await dialog.findByText(/^misty_w has no approvals to return since .+\.$/);
  expect(inputsOf('reviewerAudit.preview')).toEqual([{ reviewer_id: 4678, since: '2026-03-12' }]);
});

it('offers Retry when the figures fail to load, and keeps those on screen', async () => {
  const network = new TestNetwork({ isDown: true });
  const { user } = open('', network);
  await screen.findByText('Failed to load the reviewers');
  expect(screen.queryByRole('table')).toBeNull();
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('brock_s');
  network.isDown = true;
  fireEvent.change(since(), { target: { value: '2026-03-11' } });
  await screen.findByText('Failed to load the reviewers');
  expect(names()).toEqual(['misty_w', 'brock_s']);
});
