import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { ErrorState } from './states.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * `lazy` for a part of a page. When its script cannot be loaded, the page stays and has an error in place of the part, or
 * `Missing`, until it is loaded: when the network is back, or by the error's button.
 */
export function latePart<P extends object>(
  load: Load<P>,
  Missing?: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => ({ default: later(load, Missing) })));
}

/** In place of a part that the page does without. */
export const Nothing = () => null;

function later<P extends object>(load: Load<P>, Missing?: ComponentType<P>): ComponentType<P> {
  let Part: ComponentType<P> | undefined;
  return (props) => {
    const [Shown, setShown] = useState(() => Part);
    const retry = () =>
      load().then((loaded) => {
        Part = loaded.default;
        setShown(() => Part);
      });
    useEffect(() => {
      const again = () => void retry().catch(() => {});
      addEventListener('online', again);
      return () => removeEventListener('online', again);
    });
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
