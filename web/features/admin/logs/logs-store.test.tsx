import { expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { exportLogs } from './logs-actions.tsx';
import { type FileEnd, LogStore } from './logs-store.ts';

const line = (n: number): LogEntry => ({
  id: `019a8d2e-5b1c-7000-8000-${String(n).padStart(12, '0')}`,
  timestamp: new Date(1_800_000_000_000 + n).toISOString(),
  level: 'info',
  category: 'api',
  message: String(n),
  metadata: {},
  user: null,
  ip: null,
});
const numbersIn = (lines: readonly LogEntry[]) => lines.map(({ message }) => Number(message));
const downFrom = (last: number, length: number) => Array.from({ length }, (_, i) => last - i);

/** A log with numbered lines, from 1; it can fail. */
class TestLog {
  lines = 0;
  failing = false;
  end: FileEnd | null = null;
  asked = 0;

  read = async (limit: number, before?: string): Promise<LogEntry[]> => {
    this.asked += 1;
    if (this.failing) throw new Error('no answer');
    const last = before === undefined ? this.lines : Number(before.slice(-12)) - 1;
    return downFrom(last, Math.min(limit, last)).map(line);
  };
  readFile = async () => this.end;
}

async function opened(lines: number) {
  const log = new TestLog();
  log.lines = lines;
  const store = new LogStore(log);
  await store.load();
  return { log, store, shown: () => numbersIn(store.state().window.lines) };
}

it('reads the newest lines, then older ones', async () => {
  const { store, shown } = await opened(150);
  expect(shown()).toEqual(downFrom(150, 100));
  expect(store.state()).toMatchObject({ ready: true, loading: false, error: null, file: null });
  await store.loadOlder();
  expect(shown()).toEqual(downFrom(150, 150));
  expect(store.state().window.more).toBe(false);
});

it('falls back to a file while the log does not respond', async () => {
  const { log, store, shown } = await opened(5);
  log.failing = true;
  log.end = { file: 'api-2026-03-12.log', lines: [line(5), line(4)] };
  await store.load();
  expect(shown()).toEqual([5, 4]);
  expect(store.state().file).toBe('api-2026-03-12.log');
  expect(store.state().error).toEqual(new Error('no answer'));
  log.failing = false;
  await store.load();
  expect(store.state()).toMatchObject({ file: null, error: null });
  log.failing = true;
  log.end = null;
  await store.load();
  expect(shown()).toEqual([]);
});

it('keeps lines that arrive while a response is pending', async () => {
  const log = new TestLog();
  log.lines = 2;
  const store = new LogStore(log);
  const loading = store.load();
  store.receive({ lines: [line(4), line(3)], incomplete: false });
  await loading;
  expect(numbersIn(store.state().window.lines)).toEqual([4, 3, 2, 1]);
});

it('drops an outdated response', async () => {
  const { log, store, shown } = await opened(150);
  /** Makes a request whose response arrives after that to a later load. */
  async function overtaken(request: () => Promise<unknown>) {
    const late = Promise.withResolvers<void>();
    const read = log.read;
    log.read = async (...args) => {
      const lines = await read(...args);
      await late.promise;
      return lines;
    };
    const slow = request();
    log.read = read;
    log.lines += 1;
    await store.load();
    late.resolve();
    await slow;
  }
  await overtaken(() => store.load());
  expect(shown()).toEqual(downFrom(151, 100));
  await overtaken(() => store.loadOlder());
  expect(shown()).toEqual(downFrom(152, 100));
  await overtaken(() => store.catchUp());
  expect(shown()).toEqual(downFrom(153, 100));
});

it('fills a gap, and starts over when it is too long', async () => {
  const { log, store, shown } = await opened(50);
  const since = store.newest;
  store.receive({ lines: [line(1_501)], incomplete: false });
  log.lines = 1_501;
  expect(await store.catchUp(since)).toBe(true);
  expect(shown()).toEqual(downFrom(1_501, 1_501));
  const then = store.newest;
  log.lines = 90_000;
  await store.catchUp(then);
  expect(shown()).toEqual(downFrom(90_000, 2_000));
  expect(store.state().window.more).toBe(true);
});

it('reports missing lines until they have been read', async () => {
  const { log, store, shown } = await opened(3);
  log.lines = 6;
  log.failing = true;
  expect(await store.catchUp(store.newest)).toBe(false);
  expect(store.state().behind).toBe(true);
  expect(shown()).toEqual([3, 2, 1]);
  log.failing = false;
  expect(await store.catchUp(store.newest)).toBe(true);
  expect(store.state().behind).toBe(false);
  expect(shown()).toEqual(downFrom(6, 6));
});

it('holds new lines back while following is off', async () => {
  const { store, shown } = await opened(3);
  store.follow(false);
  store.receive({ lines: [line(5), line(4)], incomplete: false });
  expect(shown()).toEqual([3, 2, 1]);
  expect(store.state().window.heldCount).toBe(2);
  store.follow(true);
  expect(shown()).toEqual([5, 4, 3, 2, 1]);
});

it('exports page by page, waits when rate limited, and stops when aborted', async () => {
  const log = new TestLog();
  log.lines = 2_500;
  let refused = 0;
  const read: TestLog['read'] = async (limit, before) => {
    if (before !== undefined && refused++ === 0)
      throw Object.assign(new Error('Too many requests'), { data: { httpStatus: 429, retryAfter: 0 } });
    return log.read(limit, before);
  };
  const progress: number[] = [];
  const leaving = new AbortController();
  const onProgress = (lines: number) => progress.push(lines);
  const blob = await exportLogs(read, { onProgress, signal: leaving.signal });
  expect(numbersIn(JSON.parse(await blob.text()) as LogEntry[])).toEqual(downFrom(2_500, 2_500));
  expect(progress).toEqual([1_000, 2_000, 2_500]);

  log.lines = 0;
  const nothing = await exportLogs(log.read, { onProgress, signal: leaving.signal });
  expect(JSON.parse(await nothing.text())).toEqual([]);
  leaving.abort();
  await expect(exportLogs(log.read, { onProgress, signal: leaving.signal })).rejects.toThrow('aborted');
});
