import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ReviewSale, ReviewUpdate } from '../../../src/contract/review/review.ts';
import type { Page } from '../../../src/contract/shared/primitives.ts';
import { publishReviewUpdate } from '../../lib/live/review-updates.ts';
import { itemSale } from '../../testing/market.ts';
import { renderAt } from '../../testing/render.tsx';
import ReviewScreen from './review-screen.tsx';

const sale = (change: { price: number; version: number }): ReviewSale => {
  const pending = itemSale({ sale_id: 12, status: 'pending', ...change });
  if (pending.kind !== 'item') throw new Error('A pokemon was made');
  return { ...pending, flags: [], checked_at: null, decided: null, deleted_at: null, reports: null };
};

const pageOf = (of: ReviewSale): Page<ReviewSale> => ({
  data: [of],
  pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
});

const UPDATES: ReviewUpdate[] = [
  { type: 'many' },
  { type: 'checked', sale_ids: [12] },
  {
    type: 'sale',
    sale_id: 12,
    event: 'edited',
    status: 'pending',
    version: 2,
    by: null,
    at: '2026-03-12T12:00:00.000Z',
  },
];

it.each(UPDATES)('shows what changed while the first page was loading: $type', async (update) => {
  const first = Promise.withResolvers<Page<ReviewSale>>();
  const answers = [first.promise, pageOf(sale({ price: 2000, version: 2 }))];
  const reviews = {
    counts: () => ({ pending: 1, reported: 0, all: 1 }),
    list: () => answers.shift() ?? Promise.reject(new Error('The list was requested too often')),
  };
  const { inputsOf } = renderAt(<ReviewScreen />, { reviews }, { at: '/review-submissions?view=cards' });
  await screen.findByRole('tab', { name: 'Pending 1' });
  expect(inputsOf('reviews.list')).toHaveLength(1);
  // Long enough for a refresh, were it not for the page.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => publishReviewUpdate(update));
  act(() => vi.advanceTimersByTime(60_000));
  vi.useRealTimers();
  first.resolve(pageOf(sale({ price: 1000, version: 1 })));
  await screen.findByText('2,000');
  expect(inputsOf('reviews.list')).toHaveLength(2);
});
