import { afterEach, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/contract/shared/dates.ts';
import { recordServerDate, serverNow, steadyNow } from './clock.ts';

const SERVER = 'Thu, 12 Mar 2026 22:00:00 GMT';

afterEach(() => void vi.useRealTimers());

/** Sets the device's clock, which goes wrong or is set right. */
const setClock = (iso: string) => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(iso) });

it.each([26 * HOUR_MS, 0, -26 * HOUR_MS])(
  'has the time of the server when the clock is wrong by %i ms',
  (wrong) => {
    setClock(new Date(Date.parse(SERVER) + wrong).toISOString());
    recordServerDate(SERVER);
    expect(serverNow().toISOString()).toBe('2026-03-12T22:00:00.000Z');
    vi.setSystemTime(Date.now() + 3 * HOUR_MS);
    expect(serverNow().toISOString()).toBe('2026-03-13T01:00:00.000Z');
    recordServerDate(null);
    expect(serverNow().toISOString()).toBe('2026-03-13T01:00:00.000Z');
  },
);

it('counts short times while the clock is set', () => {
  const before = steadyNow();
  setClock(new Date(Date.now() - DAY_MS).toISOString());
  expect(steadyNow() - before).toBeLessThan(HOUR_MS);
  expect(steadyNow()).toBeGreaterThanOrEqual(before);
});
