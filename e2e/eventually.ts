import { expect } from 'vitest';

/** For what no locator can wait for: asks again until the answer is as expected. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 50 });
