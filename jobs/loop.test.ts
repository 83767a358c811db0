import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { Loop } from './loop.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('that closes waits for its step, but not for one that does not end', async () => {
  vi.useFakeTimers();
  const steps = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const [ending, hanging] = steps.map(
    ({ promise }) => new Loop({ what: 'testing', logger: pino({ level: 'silent' }), step: () => promise }),
  );
  const closed: string[] = [];
  ending?.start();
  hanging?.start();
  const all = [
    ending?.close().then(() => closed.push('ending')),
    hanging?.close().then(() => closed.push('hanging')),
  ];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).toEqual([]);
  steps[0]?.resolve(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).toEqual(['ending']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(closed).toEqual(['ending', 'hanging']);
  await Promise.all(all);
});
