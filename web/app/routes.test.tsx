import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { ASH, address, arrivesAt, renderAt } from '../testing/render.tsx';
import { Routes } from './routes.tsx';

const answers = {
  inbox: { count: () => ({ unread: 0, rejected: 0 }) },
  reviews: { counts: () => ({ pending: 0, reported: 0, all: 0 }) },
  twoFactor: { status: () => ({ is2FAEnabled: false, passkeys: 0, recoveryCodesLeft: 0, required: null }) },
};

it.each(['/submit-data', '/review-submissions', '/admin-panel'])(
  'leads visitors through signing in to %s',
  async (path) => {
    renderAt(<Routes />, answers, { at: `${path}?from=a%20link` });
    await arrivesAt(`/login?next=${encodeURIComponent(`${path}?from=a%20link`)}`);
  },
);

it.each<[path: string, role: Role, message: string]>([
  ['/review-submissions', 'user', MESSAGES.accessDenied],
  ['/admin-panel', 'user', MESSAGES.adminAccessDenied],
  ['/admin-panel', 'checker', MESSAGES.adminAccessDenied],
])('denies %s to role %s, and stays there', async (path, role, message) => {
  renderAt(<Routes />, answers, { at: path, as: { ...ASH, role } });
  await screen.findByText(message);
  expect(screen.queryByRole('tab')).toBeNull();
  expect(address()).toBe(path);
});
