import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { createStore } from '../../lib/store.ts';
import { ErrorState, Skeleton } from './states.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

interface InPlace<P> {
  /** While the script loads. */
  Waiting?: ComponentType<P>;
  /** Instead of `Waiting`: the height of a skeleton, as a class. */
  height?: string;
  /** When it cannot be loaded, until it is; by default the error with a button. */
  Missing?: ComponentType<P>;
}

/** In place of an optional part. */
export const Nothing = () => null;

/**
 * A part of a page whose script is loaded when it is first drawn. When that fails the page stays, with an error in place of
 * the part, or `Missing`, until it is loaded: when the network is back, by the button of any such error, or by itself.
 * Not with `lazy`: React draws what a `Suspense` has waited for at the earliest 300 ms after any fallback, so each page
 * was shown a quarter of a second late.
 */
export function latePart<P extends object>(
  load: Load<P>,
  { height, Waiting = height ? () => <Skeleton className={height} /> : Nothing, Missing }: InPlace<P> = {},
): ComponentType<P> {
  const part = createStore<ComponentType<P>>(Waiting);
  const fetchPart = async () => part.set((await load()).default);
  let isRequested = false;

  function request(): void {
    if (isRequested) return;
    isRequested = true;
    fetchPart().catch(() => {
      const retry = keepTrying(fetchPart);
      // After a release, the old script no longer exists.
      const press = () => retry().catch(() => navigator.onLine && location.reload());
      part.set(Missing ?? (() => <NotLoaded onRetry={press} />));
    });
  }

  return (props) => {
    const [Shown, show] = useState(part.get);
    request();
    useEffect(() => {
      // A transition is drawn in short steps, between which the browser responds.
      const read = () => startTransition(() => show(part.get));
      read();
      return part.subscribe(read);
    }, []);
    return <Shown {...props} />;
  };
}

/** Functions that fetch the missing parts. The same network failed for all, so when one can be fetched, the others can too. */
const missing = new Set<() => void>();

const FIRST_WAIT_MS = 5_000;

/** Fetches a part when the network is back, with any other missing part, and after a while. @returns fetches it now */
function keepTrying(fetchPart: () => Promise<void>): () => Promise<void> {
  const retry = async () => {
    await fetchPart();
    missing.delete(again);
    removeEventListener('online', again);
    for (const other of missing) other();
  };
  const again = () => void retry().catch(() => {});
  missing.add(again);
  addEventListener('online', again);
  const wait = (ms: number) =>
    setTimeout(() => {
      if (!missing.has(again)) return;
      again();
      wait(2 * ms);
    }, ms);
  wait(FIRST_WAIT_MS);
  return retry;
}

/** Replaces a part of the page whose script could not be fetched. */
export const NotLoaded = ({ onRetry }: { onRetry: () => unknown }) => (
  <ErrorState banner message={MESSAGES.fetchFailed} onRetry={onRetry} />
);
