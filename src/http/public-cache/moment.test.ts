import { expect, it } from 'vitest';
import { CurrentMoment } from './moment.ts';

it('has no moment for any request while the query for changes has failed', async () => {
  const failed = Promise.reject(new Error('silent'));
  const current = new CurrentMoment({
    changeFeed: { fresh: () => failed },
    readServers: { hasReached: () => true, reach: async () => undefined },
    config: { answerCacheBytes: 1 },
    clock: { now: () => new Date(0) },
  });
  const found = () => new Promise((resolve) => current.find(0, resolve));
  expect(await found()).toBe(null);
  expect(await found()).toBe(null);
});
