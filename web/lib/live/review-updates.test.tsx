import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { publishReviewUpdate, useReloadOnReview } from './review-updates.ts';

it('reloads what is shown by then, and not after a check of a proof', () => {
  const reloaded: string[] = [];
  const { rerender } = renderHook((name) => useReloadOnReview(0, () => void reloaded.push(name)), {
    initialProps: 'first',
  });
  rerender('second');
  publishReviewUpdate({ type: 'checked', sale_ids: [12] });
  publishReviewUpdate({ type: 'many' });
  expect(reloaded).toEqual(['second']);
});
