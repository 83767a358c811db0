import { act, render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { exportLogs, LiveToggle } from './logs-actions.tsx';

const onProgress = () => undefined;

it('ends at once when it is cancelled while rate limited', async () => {
  const running = new AbortController();
  const limited = Promise.withResolvers<void>();
  const read = () => {
    limited.resolve();
    return Promise.reject(refusal(429, 'Too many requests', { retryAfter: 3600 }));
  };
  const result = exportLogs(read, { onProgress, signal: running.signal });
  result.catch(() => undefined);
  await limited.promise;
  running.abort(new Error('Cancelled'));
  await expect(result).rejects.toThrow('Cancelled');
});

it('says that nothing can arrive once the time range has ended', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: new Date('2026-03-12T18:00:00Z') });
  const live = { on: true, start: () => undefined, stop: () => undefined, state: 'live', why: null } as const;
  const view = render(<LiveToggle {...live} to="2026-03-12T18:01Z" />);
  const status = () => view.container.querySelector('p')?.textContent;
  expect(status()).toBe('Live');
  act(() => vi.advanceTimersByTime(60_000));
  expect(status()).toMatch(/^No entries after /);
  view.rerender(<LiveToggle {...live} to="2126-03-12T18:01Z" />);
  act(() => vi.advanceTimersByTime(60_000));
  expect(status()).toBe('Live');
  view.rerender(<LiveToggle {...live} to="2026-03-12T17:00Z" />);
  act(() => vi.advanceTimersByTime(0));
  expect(status()).toMatch(/^No entries after /);
  view.rerender(<LiveToggle {...live} state="off" on={false} to="2026-03-12T17:00Z" />);
  expect(status()).toBe('');
});
