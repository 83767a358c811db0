// A namespace rather than an object, so that the client does not load the limits that only the server knows.
export * as LIMITS from './limit-values.ts';
