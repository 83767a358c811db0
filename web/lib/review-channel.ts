import type { ReviewUpdate } from '../../src/contract/review/review.ts';

type Listener = (update: ReviewUpdate) => void;

const listeners = new Set<Listener>();

/** Hears what changes in review while a member of staff is signed in; the answer stops it. */
export function subscribeToReview(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Passes on what the server told: there is one subscription, however many listen. */
export function tellReview(update: ReviewUpdate): void {
  for (const listener of [...listeners]) listener(update);
}
