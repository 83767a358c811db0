import type { ReviewUpdate } from '../../src/contract/review/review.ts';

type Listener = (update: ReviewUpdate) => void;

const listeners = new Set<Listener>();

/** Subscribes to review updates while a staff member is signed in; returns the unsubscribe function. */
export function subscribeToReview(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Passes an update to all listeners, which share one subscription. */
export function publishReviewUpdate(update: ReviewUpdate): void {
  for (const listener of [...listeners]) listener(update);
}
