/**
 * True in the runs of `npm run test:dates`. libfaketime hides its time from signal handlers, so the statement timeouts
 * of PostgreSQL never come there; what waits for one is skipped.
 */
export const CLOCK_IS_FAKED = process.env.FAKETIME !== undefined;
