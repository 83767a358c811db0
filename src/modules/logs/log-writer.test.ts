import { expect, it } from 'vitest';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { LogWriter } from './log-writer.ts';

const entry = (message: string): LogEntry => ({
  id: message,
  timestamp: '2026-03-14T12:00:00.000Z',
  level: 'info',
  category: 'general',
  message,
  metadata: {},
  user: null,
  ip: null,
});

/** Each write ends only when it is released. */
class SlowWriter extends LogWriter {
  readonly canWrite = true;
  readonly started: PromiseWithResolvers<void>[] = [];
  readonly written: string[] = [];

  constructor() {
    const { logger } = createTestLog();
    super({ logger, work: 'writing', place: 'anywhere', flushMs: 60_000, most: 100 });
  }

  protected override async write(lines: readonly LogEntry[]): Promise<number> {
    const released = Promise.withResolvers<void>();
    this.started.push(released);
    await released.promise;
    this.written.push(...lines.map(({ message }) => message));
    return 0;
  }
}

it('a flush waits for lines that another one retries after a failure', async () => {
  const writer = new SlowWriter();
  writer.push(entry('line'));
  const first = writer.flush();
  // The timer's, and that of the end of the process.
  const waiting = [writer.flush(), writer.flush()].map((flush) => flush.then(() => [...writer.written]));
  writer.started[0]?.reject(new Error('no answer'));
  await first;
  await expect.poll(() => writer.started.length).toBe(2);
  writer.started[1]?.resolve();
  expect(await Promise.all(waiting)).toEqual([['line'], ['line']]);
});
