import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { renderAt } from '../../../testing/render.tsx';
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

const open = (search: string) =>
  renderAt(
    <ReviewersPanel />,
    {
      reviewerAudit: {
        reviewers: () => ({ data: [reviewer('misty_w', 4678), reviewer('brock_s', 0)] }),
        runs: () => ({ data: [] }),
      },
      twoFactor: {
        status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 10, required: null }),
      },
    },
    {
      at: `/review-submissions?tab=reviewers${search}`,
      as: { user_id: 9, username: 'professor_oak', role: 'admin' },
    },
  );

const links = () => screen.queryAllByRole('link', { name: /decisions/ });

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
