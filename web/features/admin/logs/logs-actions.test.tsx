import { expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { exportLogs } from './logs-actions.tsx';

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
