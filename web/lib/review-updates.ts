import { useEffect, useEffectEvent } from 'react';
import type { ReviewUpdate } from '../../src/contract/review/review.ts';
import { subscribeToReview } from './review-channel.ts';

/**
 * Calls the listener with everything that changes in review. `many` also comes whenever the connection is new, since
 * something may have happened before: whoever shows sales loads them again then.
 */
export function useReviewUpdates(listener: (update: ReviewUpdate) => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => subscribeToReview((update) => hear(update)), []);
}
