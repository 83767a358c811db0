import { useEffect, useEffectEvent } from 'react';
import type { ReviewUpdate } from '../../src/contract/review/review.ts';
import { subscribeToReview } from './review-channel.ts';

/**
 * Calls the listener with every review update. `many` also arrives after every connect, because updates may have
 * been missed: listeners that show sales reload them.
 */
export function useReviewUpdates(listener: (update: ReviewUpdate) => void): void {
  const onUpdate = useEffectEvent(listener);
  useEffect(() => subscribeToReview((update) => onUpdate(update)), []);
}
