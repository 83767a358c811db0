import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { mayPass } from './query-client.ts';
import { SESSION_UNCHECKED, sessionStore } from './session-store.ts';

const FIRST_PAUSE_MS = 5_000;
/** While the server does not answer. */
const LAST_PAUSE_MS = 60_000;

const FAILED = {
  type: 'active',
  predicate: ({ state }: Query) =>
    state.fetchStatus === 'idle' && state.error !== null && mayPass(state.error),
} as const;

/**
 * While something on screen has failed to load, or the session could not be checked, asks with growing pauses whether the
 * server answers again, and then repeats that. Without asking first, errors would give way to skeletons at each attempt.
 * A hidden page does nothing: its queries are repeated when it is shown.
 *
 * @param ask makes a small call
 * @returns ends it
 */
export function keepRecovering(queries: QueryClient, ask: () => Promise<unknown>): () => void {
  const cache = queries.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  function wait(pause: number): void {
    const isNeeded = sessionStore.endedBy() === SESSION_UNCHECKED || cache.findAll(FAILED).length > 0;
    timer =
      isNeeded && focusManager.isFocused() && !isEnded
        ? setTimeout(() => attempt(2 * pause), pause)
        : undefined;
  }
  async function attempt(next: number): Promise<void> {
    try {
      await ask();
    } catch {
      return wait(Math.min(next, LAST_PAUSE_MS));
    }
    sessionStore.recheck();
    await queries.refetchQueries(FAILED);
    // What fails for a server that answers may fail for long.
    wait(next);
  }

  const start = () => timer ?? wait(FIRST_PAUSE_MS);
  const ends = [
    cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') start();
    }),
    sessionStore.subscribe(start),
    focusManager.subscribe(start),
  ];
  return () => {
    isEnded = true;
    for (const end of ends) end();
    clearTimeout(timer);
  };
}
