import { MINUTE_MS } from '../contract/shared/dates.ts';

const LONGEST_WAIT_MIN = 60;

/** The wait after this many failures of another host: a minute, then twice as long each time, an hour at most. */
export const waitAfterFailures = (failures: number): number =>
  Math.min(2 ** (failures - 1), LONGEST_WAIT_MIN) * MINUTE_MS;
