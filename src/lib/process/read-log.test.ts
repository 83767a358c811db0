import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { ReadLog } from './read-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ASH = { requestId: 'r-1', ip: '192.0.2.1' };

function start(hasLines = false) {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', {
    write: (text) => {
      const { time: _, level: __, msg, category, type, status, ...facts } = JSON.parse(text);
      expect({ category, type, status, msg }).toEqual({
        category: 'api',
        type: 'query',
        status: 'ok',
        msg: facts.path,
      });
      lines.push(facts);
    },
  });
  return { lines, log: new ReadLog({ logger, lines: hasLines, slowMs: 200 }) };
}

test('reads are one line per path and second, with the slowest and without who read', () => {
  const { lines, log } = start();
  for (const ms of [3, 199, 1]) log.add('items.list', ms, ASH);
  log.add('market.chart', 2, ASH);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1_000);
  const first = [
    { path: 'items.list', reads: 3, ms: 199 },
    { path: 'market.chart', reads: 1, ms: 2 },
  ];
  expect(lines).toEqual(first);
  log.add('items.list', 5, ASH);
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([...first, { path: 'items.list', reads: 1, ms: 5 }]);
});

test('a slow read has its own line', () => {
  const { lines, log } = start();
  log.add('items.list', 200, ASH);
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([{ path: 'items.list', ms: 200, ...ASH }]);
});

test('each read has a line where that is the setting', () => {
  const { lines, log } = start(true);
  for (const ms of [1, 2]) log.add('items.list', ms, ASH);
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([1, 2].map((ms) => ({ path: 'items.list', ms, ...ASH })));
});

test('the counts of a process that ends are logged once', () => {
  const { lines, log } = start();
  log.add('items.list', 1, ASH);
  log.flush();
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([{ path: 'items.list', reads: 1, ms: 1 }]);
});
