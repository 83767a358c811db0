import { useEffect, useEffectEvent, useState } from 'react';
import type { ReviewUpdate } from '../../../src/contract/review/review.ts';
import { throttle } from './throttle.ts';

type Listener = (update: ReviewUpdate) => void;

/** All listeners of a page share the one subscription of `web/app/live.tsx`. */
const listeners = new Set<Listener>();

export function publishReviewUpdate(update: ReviewUpdate): void {
  for (const listener of [...listeners]) listener(update);
}

/**
 * Calls the listener with every review update. `many` also arrives after every connect, because updates may have
 * been missed: listeners that show sales reload them.
 */
export function useReviewUpdates(listener: Listener): void {
  const onUpdate = useEffectEvent(listener);
  useEffect(() => {
    const notify: Listener = (update) => onUpdate(update);
    listeners.add(notify);
    return () => {
      listeners.delete(notify);
    };
  }, []);
}

/** Reloads after changes of sales, at most once per `ms` milliseconds; a check of a proof changes no count. */
export function useReloadOnReview(ms: number, reload: () => void): void {
  const onChange = useEffectEvent(reload);
  const [request] = useState(() => throttle(ms, () => onChange()));
  useReviewUpdates(({ type }) => {
    if (type !== 'checked') request();
  });
}
