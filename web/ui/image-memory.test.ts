import { expect, it, onTestFinished, vi } from 'vitest';
import { createImageMemory } from './image-memory.ts';

const url = (host: string, n: number) => `https://${host}/${n}.png`;

it('keeps the remaining URLs in order', () => {
  const memory = createImageMemory();
  memory.failed(url('a.test', 1));
  expect(memory.usable([url('a.test', 1), url('a.test', 2), url('b.test', 1)])).toEqual([
    url('a.test', 2),
    url('b.test', 1),
  ]);
});

it('skips a host that has only failed', () => {
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.usable([url('a.test', 4), url('b.test', 4)])).toEqual([url('b.test', 4)]);
});

it('counts a picture only once', () => {
  const memory = createImageMemory();
  for (const n of [1, 1, 1]) memory.failed(url('a.test', n));
  expect(memory.usable([url('a.test', 4)])).toEqual([url('a.test', 4)]);
});

it('keeps a host that has answered, even when many of its pictures fail', () => {
  const memory = createImageMemory();
  memory.loaded(url('a.test', 0));
  for (const n of [1, 2, 3, 4]) memory.failed(url('a.test', n));
  expect(memory.usable([url('a.test', 1), url('a.test', 9)])).toEqual([url('a.test', 9)]);
});

it('notifies once when a host is marked dead', () => {
  const memory = createImageMemory();
  let notified = 0;
  const stop = memory.changes.subscribe(() => notified++);
  for (const n of [1, 2]) memory.failed(url('a.test', n));
  expect([notified, memory.changes.get()]).toEqual([0, 0]);
  for (const n of [3, 4, 5]) memory.failed(url('a.test', n));
  expect([notified, memory.changes.get()]).toEqual([1, 1]);
  stop();
  for (const n of [1, 2, 3]) memory.failed(url('b.test', n));
  expect([notified, memory.changes.get()]).toEqual([1, 2]);
});

it('requests a dead host again after a minute', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.usable([url('a.test', 4)])).toEqual([]);
  vi.setSystemTime(Date.now() + 60_000);
  expect(memory.usable([url('a.test', 3), url('a.test', 4)])).toEqual([url('a.test', 4)]);
});

it('blames no host while there is no network, and requests every picture again when it is back', () => {
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.usable([url('a.test', 3), url('a.test', 4)])).toEqual([url('a.test', 4)]);
  memory.forget();
  expect(memory.usable([url('a.test', 3)])).toEqual([url('a.test', 3)]);
  expect(memory.changes.get()).toBe(1);
});
