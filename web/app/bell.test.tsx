import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ASH, renderAt } from '../testing/render.tsx';
import Bell from './bell.tsx';

it.each([
  [{ unread: 20, rejected: 1 }, '20', 'Inbox (20 unread, 1 rejected)'],
  [{ unread: 120, rejected: 0 }, '99+', 'Inbox (120 unread)'],
  [{ unread: 0, rejected: 0 }, '', 'Inbox'],
])('shows one number at the bell for %j', async (count, shown, name) => {
  renderAt(<Bell />, { inbox: { count: () => count } }, { as: ASH });
  const link = await screen.findByRole('link', { name });
  expect(link.textContent?.replace(name, '')).toBe(shown);
});
