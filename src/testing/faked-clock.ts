/**
 * True in the runs of `npm run test:dates`. libfaketime shows the real time to a signal handler that interrupts a wait,
 * so the timeouts of a PostgreSQL that waits do not fire on time; tests that need one are skipped.
 */
export const CLOCK_IS_FAKED = process.env.FAKETIME !== undefined;
