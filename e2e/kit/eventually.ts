import { expect } from 'vitest';

/** Polls a value until it matches, for conditions that no locator can wait for. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000, interval: 50 });
