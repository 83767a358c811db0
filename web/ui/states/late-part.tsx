import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { createStore } from '../../lib/store.ts';
import { ErrorState } from './states.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * `lazy` for a part of a page. When its script cannot be loaded, the page stays and has an error in place of the part, or
 * `Missing`, until it is loaded: when the network is back, by the button of any such error, or by itself.
 */
export function latePart<P extends object>(
  load: Load<P>,
  Missing?: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => ({ default: later(load, Missing) })));
}

/** In place of a part that the page does without. */
export const Nothing = () => null;

/** Load the parts that are missing. One network lost them, so what brings back one of them brings back all. */
const missing = new Set<() => void>();

const FIRST_WAIT_MS = 5_000;

function later<P extends object>(load: Load<P>, Missing?: ComponentType<P>): ComponentType<P> {
  const part = createStore<ComponentType<P> | null>(null);
  const retry = () =>
    load().then((loaded) => {
      missing.delete(again);
      removeEventListener('online', again);
      part.set(loaded.default);
      for (const other of missing) other();
    });
  const again = () => void retry().catch(() => {});
  missing.add(again);
  addEventListener('online', again);
  const wait = (ms: number) =>
    setTimeout(() => {
      if (part.get()) return;
      again();
      wait(2 * ms);
    }, ms);
  wait(FIRST_WAIT_MS);
  return (props) => {
    const Shown = part.use();
    if (Shown) return <Shown {...props} />;
    if (Missing) return <Missing {...props} />;
    // After a release the old script is gone for good.
    return <NotLoaded onRetry={() => retry().catch(() => navigator.onLine && location.reload())} />;
  };
}

/** Replaces a part of the page whose script could not be fetched. */
export const NotLoaded = ({ onRetry }: { onRetry: () => unknown }) => (
  <ErrorState banner message={MESSAGES.fetchFailed} onRetry={onRetry} />
);
