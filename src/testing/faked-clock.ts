/**
 * True in the runs of `npm run test:dates`. libfaketime shows the real time to a signal handler that interrupts a wait,
 * so a PostgreSQL that waits neither times out nor detects deadlocks; tests that need that are skipped.
 */
export const CLOCK_IS_FAKED = process.env.FAKETIME !== undefined;
