import { useEffect, useState } from 'react';
import { steadyNow } from '../../lib/clock.ts';

const secondsUntil = (moment: number): number => Math.max(0, Math.ceil((moment - steadyNow()) / 1000));

/**
 * Whole seconds left until a moment, counting down; 0 from then on.
 *
 * @param until milliseconds as `steadyNow()` has them; null when there is none
 */
export function useSecondsLeft(until: number | null): number {
  const [, tick] = useState(0);
  const left = until === null ? 0 : secondsUntil(until);
  useEffect(() => {
    if (left === 0) return;
    // Checked four times a second: no second is skipped, and a tab that slept catches up at once.
    const timer = setInterval(() => tick(secondsUntil(until ?? 0)), 250);
    return () => clearInterval(timer);
  }, [until, left]);
  return left;
}
