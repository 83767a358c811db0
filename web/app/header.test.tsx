import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { publishReviewUpdate } from '../lib/live/review-updates.ts';
import { ASH, address, arrivesAt, renderAt } from '../testing/render.tsx';
import { Header } from './header.tsx';
import PendingCount from './pending-count.tsx';

const CHECKER = { user_id: 7, username: 'misty', email: 'misty@example.org', role: 'checker' } as const;

const twoFactor = {
  status: () => ({ is2FAEnabled: false, passkeys: 0, recoveryCodesLeft: 0, required: null }),
};

it('counts again after updates that arrived before the first count', async () => {
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const counts = [first, second];
  const { inputsOf } = renderAt(
    <PendingCount />,
    {
      twoFactor,
      reviews: {
        counts: async () => ({ pending: (await counts.shift()?.promise) ?? Number.NaN, reported: 0, all: 9 }),
      },
    },
    { as: CHECKER },
  );
  await expect.poll(() => inputsOf('reviews.counts').length).toBe(1);
  act(() => publishReviewUpdate({ type: 'many' }));
  first.resolve(1);
  await screen.findByText('(1 pending)');
  await expect.poll(() => inputsOf('reviews.counts').length).toBe(2);
  second.resolve(2);
  await screen.findByText('(2 pending)');
  expect(inputsOf('reviews.counts')).toHaveLength(2);
});

/** A screen that is as narrow as a phone. */
const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('<'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
const answers = {
  inbox: { count: () => ({ unread: 0, rejected: 0 }) },
  reviews: { counts: () => ({ pending: 0, reported: 0, all: 0 }) },
  twoFactor,
};

it.each([
  ['a phone', onPhone],
  ['a wide screen', () => undefined],
])('leads to the search from the pages of %s that have no search box', async (_, onScreen) => {
  onScreen();
  const { user } = renderAt(<Header />, {}, { at: '/sale/12' });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await arrivesAt('/');
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});

it("names the account's places in the menu of a phone", async () => {
  onPhone();
  const { user } = renderAt(<Header />, answers, { at: '/faq', as: ASH });
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Browse Data',
    'Submit Data',
    'My submissions',
    'Following',
  ]);
  screen.getByRole('button', { name: 'Theme' });
  await user.click(screen.getByRole('link', { name: 'Account ash_k' }));
  expect(address()).toBe('/account?tab=profile');
});

it('closes the menu of a phone with Escape, which returns to its button, and with a link', async () => {
  onPhone();
  const { user } = renderAt(<Header />, answers, { at: '/faq', as: ASH });
  const menuButton = (name: string) => screen.getByRole('button', { name });
  await user.click(menuButton('Open menu'));
  screen.getByRole('button', { name: 'Logout' }).focus();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(menuButton('Open menu'));
  await user.click(menuButton('Open menu'));
  expect(menuButton('Close menu').getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('link', { name: 'Following' }));
  await arrivesAt('/following');
  expect(menuButton('Open menu').getAttribute('aria-expanded')).toBe('false');
});

it.each([
  ['a visitor', undefined, ['Browse Data', 'Login', 'Register']],
  ['a user', ASH, ['Browse Data', 'Submit Data']],
  ['a checker', CHECKER, ['Browse Data', 'Submit Data', 'Review']],
  ['an admin', { ...ASH, role: 'admin' } as const, ['Browse Data', 'Submit Data', 'Review', 'Admin']],
])('has the links of %s on a wide screen', (_who, as, labels) => {
  renderAt(<Header />, answers, as ? { at: '/faq', as } : { at: '/faq' });
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(labels);
  expect(screen.queryAllByRole('button', { name: 'Logout' })).toHaveLength(as ? 1 : 0);
  if (as) expect(screen.getByRole('banner').textContent).toMatch(new RegExp(`${as.username}.*${as.role}`));
});
