import { expect, it, onTestFinished, vi } from 'vitest';
import { createImageMemory } from './image-memory.ts';

const url = (host: string, n: number, ending = 'png') => `https://${host}/${n}.${ending}`;

it('chooses the first URL that has not failed', () => {
  const memory = createImageMemory();
  memory.failed(url('a.test', 1));
  expect(memory.choose([url('a.test', 1), url('a.test', 2), url('b.test', 1)])).toBe(url('a.test', 2));
});

it('skips a host that has only failed', () => {
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 4), url('b.test', 4)])).toBe(url('b.test', 4));
});

it('counts a picture only once', () => {
  const memory = createImageMemory();
  for (const n of [1, 1, 1]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 4)])).toBe(url('a.test', 4));
});

it('keeps a host that has answered, even when many of its pictures fail', () => {
  const memory = createImageMemory();
  memory.loaded(url('a.test', 0));
  for (const n of [1, 2, 3, 4]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 1), url('a.test', 9)])).toBe(url('a.test', 9));
});

it('waits for a picture that was requested before its host counted as dead', () => {
  const memory = createImageMemory();
  const urls = [url('a.test', 4), url('b.test', 4)];
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.choose(urls, urls[0])).toBe(urls[0]);
  memory.failed(url('a.test', 4));
  expect(memory.choose(urls, urls[0])).toBe(urls[1]);
});

it('requests a host that counted as dead again once one of its pictures arrives, and notifies of it once', () => {
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 5)])).toBeUndefined();
  expect(memory.changes.get()).toBe(0);
  for (const n of [4, 6]) memory.loaded(url('a.test', n));
  expect(memory.choose([url('a.test', 5)])).toBe(url('a.test', 5));
  expect(memory.changes.get()).toBe(1);
});

it('tries the other ending of pictures that all have the same one', () => {
  const memory = createImageMemory();
  for (const n of [1, 2, 3, 4]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 4), url('a.test', 4, 'jpg')])).toBe(url('a.test', 4, 'jpg'));
});

it('requests a dead host again after a minute', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 4)])).toBeUndefined();
  vi.setSystemTime(Date.now() + 60_000);
  expect(memory.choose([url('a.test', 3), url('a.test', 4)])).toBe(url('a.test', 4));
});

it('blames no host while there is no network, and requests every picture again when it is back', () => {
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const memory = createImageMemory();
  for (const n of [1, 2, 3]) memory.failed(url('a.test', n));
  expect(memory.choose([url('a.test', 3), url('a.test', 4)])).toBe(url('a.test', 4));
  memory.forget();
  expect(memory.choose([url('a.test', 3)])).toBe(url('a.test', 3));
  expect(memory.changes.get()).toBe(1);
});
