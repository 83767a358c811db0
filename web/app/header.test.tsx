import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { publishReviewUpdate } from '../lib/live/review-updates.ts';
import { renderAt } from '../testing/render.tsx';
import { usePendingCount } from './header.tsx';

const CHECKER = { user_id: 7, username: 'misty', email: 'misty@example.org', role: 'checker' } as const;

function Pending() {
  return <output>{usePendingCount() ?? 'loading'}</output>;
}

it('counts again after updates that arrived before the first count', async () => {
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const counts = [first, second];
  const { inputsOf } = renderAt(
    <Pending />,
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
  first.resolve(0);
  expect((await screen.findByText('0')).textContent).toBe('0');
  await expect.poll(() => inputsOf('reviews.counts').length).toBe(2);
  second.resolve(1);
  expect((await screen.findByText('1')).textContent).toBe('1');
  expect(inputsOf('reviews.counts')).toHaveLength(2);
});
