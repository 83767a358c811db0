import { MINUTE_MS } from '../../contract/shared/dates.ts';

/** Makes a function run at most once a minute, such as one that logs what anybody can cause. */
export function onceAMinute<Given extends unknown[]>(
  work: (...given: Given) => void,
): (...given: Given) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (...given) => {
    if (performance.now() < next) return;
    next = performance.now() + MINUTE_MS;
    work(...given);
  };
}
