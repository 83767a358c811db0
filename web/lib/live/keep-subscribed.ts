const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export interface SubscriptionEnds {
  /** The server has started the subscription, for the first time or after a reconnect. */
  onStarted: () => void;
  onComplete: () => void;
  onError: () => void;
}

/**
 * Keeps a subscription running: restarts it with exponential backoff when the server ends it. The connection below
 * reconnects on its own. An expired session signs the user out, which ends the subscription too.
 *
 * @param begin starts the subscription with the given callbacks and returns its handle
 * @param started called after every start, because events before it may have been missed
 */
export function keepSubscribed(
  begin: (ends: SubscriptionEnds) => { unsubscribe: () => void },
  started: () => void,
): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: { unsubscribe: () => void } | undefined;
  let stopped = false;

  function again() {
    if (stopped || timer !== undefined) return;
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
    stopped = true;
    clearTimeout(timer);
    current?.unsubscribe();
  };
}
