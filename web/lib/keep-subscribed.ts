const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export interface SubscriptionEnds {
  /** The server listens now, for the first time or again after the connection was lost. */
  onStarted: () => void;
  onComplete: () => void;
  onError: () => void;
}

/**
 * Begins a subscription, and begins it anew when the server ends it, later each time. The connection below it comes
 * back by itself; a session that has ended signs out and lets nothing begin again.
 *
 * @param begin gets what the subscription must be begun with, and answers how it is left
 * @param started called whenever it has begun: what happened before may have been missed
 */
export function keepSubscribed(
  begin: (ends: SubscriptionEnds) => { unsubscribe: () => void },
  started: () => void,
): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: { unsubscribe: () => void } | undefined;
  let left = false;

  function again() {
    if (left || timer !== undefined) return;
    timer = setTimeout(start, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
    failures += 1;
  }
  function start() {
    timer = undefined;
    current = begin({
      onStarted() {
        failures = 0;
        started();
      },
      onComplete: again,
      onError: again,
    });
  }
  start();
  return () => {
    left = true;
    clearTimeout(timer);
    current?.unsubscribe();
  };
}
