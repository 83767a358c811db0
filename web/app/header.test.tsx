import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { publishReviewUpdate } from '../lib/live/review-updates.ts';
import { ASH, address, arrivesAt, renderAt } from '../testing/render.tsx';
import { Header } from './header.tsx';
import PendingCount from './pending-count.tsx';

const CHECKER = { user_id: 7, username: 'misty', email: 'misty@example.org', role: 'checker' } as const;

it('counts again after updates that arrived before the first count', async () => {
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const counts = [first, second];
  const { inputsOf } = renderAt(
    <PendingCount />,
    {
      twoFactor: {
        status: () => ({ is2FAEnabled: false, passkeys: 0, recoveryCodesLeft: 0, required: null }),
      },
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
const answers = { inbox: { count: () => ({ unread: 0, rejected: 0 }) } };

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
