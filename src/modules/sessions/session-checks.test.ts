import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { Events } from '../../events/events.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { requestChecks } from './session-checks.ts';
import { REPLACED_TOKEN_MS } from './sessions.service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('checks an account at once and when a replaced token has ended, and all at intervals', () => {
  const events = new Events({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    logger: createTestLog().logger,
  });
  const on = vi.spyOn(events, 'on');
  const [account, all] = [vi.fn(), vi.fn()];
  const stop = requestChecks(events, account, all);
  on.mock.calls[0]?.[1]({ type: 'session.revoked', user_id: 7 });
  expect(account.mock.calls).toEqual([[7]]);
  vi.advanceTimersByTime(REPLACED_TOKEN_MS - 1);
  expect(account).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(account.mock.calls).toEqual([[7], [7]]);
  expect(all).not.toHaveBeenCalled();
  vi.advanceTimersByTime(LIMITS.live.recheckMs - REPLACED_TOKEN_MS);
  expect(all).toHaveBeenCalledTimes(1);
  on.mock.calls[0]?.[1]({ type: 'session.revoked', user_id: 7 });
  expect(account).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(LIMITS.live.recheckMs);
  expect(all).toHaveBeenCalledTimes(1);
  expect(account).toHaveBeenCalledTimes(3);
});
