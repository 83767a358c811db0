import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestLog } from '../../testing/run/log.ts';
import { closeAfterFailure, Shutdown } from './shutdown.ts';

it('a shutdown that hangs is cut off, and the log names the step', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  const log = createTestLog();
  const shutdown = new Shutdown();
  const ran: string[] = [];
  shutdown.add('database', () => new Promise(() => undefined));
  shutdown.add('web', () => {
    ran.push('web');
    throw new Error('a socket failed');
  });

  void closeAfterFailure(shutdown, log.logger);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(ran).toEqual(['web']);
  expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  expect(log.takeErrors().map(({ msg, step }) => [msg, step])).toEqual([
    ['a step of the shutdown failed', 'web'],
    ['shutdown timed out after 25 s', 'database'],
  ]);
});
