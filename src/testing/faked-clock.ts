/**
 * True in the runs of `npm run test:dates`. libfaketime does not work in signal handlers, so PostgreSQL's statement
 * timeouts never fire there; tests that need one are skipped.
 */
export const CLOCK_IS_FAKED = process.env.FAKETIME !== undefined;
