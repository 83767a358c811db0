import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { CallLimits } from './call-limits.ts';

const limits = () => new CallLimits({ rateLimitFactor: 1, databasePool: 10 });

// No second ends during a test, however busy the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The number of accepted uses. */
async function accepted(uses: number, use: () => unknown): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: uses }, async () => use()));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

it('visitors have five calls per second and a burst of a hundred per address', async () => {
  const calls = limits();
  expect(await accepted(130, () => calls.takeRead('192.0.2.62'))).toBe(105);
  expect(calls.countRead('192.0.2.62')).toMatchObject({
    message: 'Too many requests. Please try again in 1 second.',
    extras: { retryAfter: 1 },
  });
  calls.takeRead('192.0.2.63');
});

it('visitors have a number of pictures per minute and address, in addition', async () => {
  const calls = limits();
  expect(await accepted(LIMITS.rendersPerMinute + 5, () => calls.takeRender('192.0.2.62'))).toBe(
    LIMITS.rendersPerMinute,
  );
  calls.takeRead('192.0.2.62');
  await calls.takeRender('192.0.2.63');
});

it.each([
  ['an account', false, 210],
  ['staff', true, 650],
])('%s has a rate and a burst in all its sessions together', async (_who, isStaff, most) => {
  const calls = limits();
  for (const session of ['one', 'two']) await calls.found(session, null, { userId: 7, isStaff }, false);
  let turn = 0;
  const either = () => {
    turn += 1;
    return calls.takeCall(turn % 2 ? 'one' : 'two');
  };
  expect(await accepted(most + 50, either)).toBe(most);
  expect(either).toThrow(
    expect.objectContaining({ kind: 'rate_limited', extras: expect.objectContaining({ retryAfter: 1 }) }),
  );
  await calls.found('other', null, { userId: 8, isStaff }, false);
  calls.takeCall('other');
});

it('lookups of unknown tokens are counted by address, unless they have a session', async () => {
  const calls = limits();
  const account = { userId: 7, isStaff: false };
  for (let session = 0; session < 100; session += 1) {
    const counted = await calls.lookUp(`valid ${session}`, '192.0.2.1');
    await calls.found(`valid ${session}`, '192.0.2.1', account, counted);
  }
  let token = 0;
  const guess = () => {
    token += 1;
    return calls.lookUp(`guess ${token}`, '192.0.2.1');
  };
  expect(await accepted(80, guess)).toBe(60);
  await calls.lookUp('valid 1', '192.0.2.1');
  calls.ended('valid 1');
  await expect(calls.lookUp('valid 1', '192.0.2.1')).rejects.toMatchObject({ kind: 'rate_limited' });
  await calls.lookUp('guess', '192.0.2.2');
});

it('a reached limit says how long the wait still is', async () => {
  const calls = limits();
  expect(await accepted(80, () => calls.lookUp('guess', '192.0.2.1'))).toBe(60);
  const wait = () => calls.refusedLately('guess', '192.0.2.1')?.extras.retryAfter;
  expect(wait()).toBe(60);
  vi.advanceTimersByTime(45_000);
  expect(wait()).toBe(15);
  await expect(calls.lookUp('guess', '192.0.2.1')).rejects.toMatchObject({ extras: { retryAfter: 15 } });
  vi.advanceTimersByTime(15_000);
  expect(wait()).toBeUndefined();
});

it('parallel lookups of a session that the process does not know yet use nothing up', async () => {
  const calls = limits();
  const account = { userId: 7, isStaff: false };
  for (let session = 0; session < 10; session += 1) {
    const lookups = Array.from({ length: 20 }, () => calls.lookUp(`valid ${session}`, '192.0.2.1'));
    for (const counted of await Promise.all(lookups))
      await calls.found(`valid ${session}`, '192.0.2.1', account, counted);
  }
  let token = 0;
  const guess = () => {
    token += 1;
    return calls.lookUp(`guess ${token}`, '192.0.2.1');
  };
  expect(await accepted(80, guess)).toBe(60);
});

/** Calls that last until `finishAll` ends them, in the order of their starts. */
function openCalls(run: (address: string, call: () => Promise<void>) => Promise<void>) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (address: string) =>
    run(address, () => {
      started.push(address);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const finishAll = async (all: readonly Promise<void>[]) => {
    while (started.length < all.length) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    for (const end of ends) end();
    await Promise.all(all);
  };
  return { started, start, finishAll };
}

it('sign-ins leave connections to others, and those of one address leave some to other addresses', async () => {
  const calls = new CallLimits({ rateLimitFactor: 1, databasePool: 2 * availableParallelism() });
  const width = availableParallelism();
  const { started, start, finishAll } = openCalls((address, call) => calls.runSignIn(address, call));
  const all = Array.from({ length: 2 * width }, () => start('192.0.2.1'));
  expect(started.length).toBeGreaterThan(0);
  expect(started.length).toBeLessThanOrEqual(Math.ceil(width / 2));
  for (let address = 0; address < 2 * width; address += 1) all.push(start(`198.51.100.${address}`));
  expect(started).toHaveLength(width);
  await finishAll(all);
});

it('addresses that sign in again and again have a quarter of the turns together, and a newcomer waits for none', async () => {
  const calls = new CallLimits({ rateLimitFactor: 1, databasePool: 2 * availableParallelism() });
  const width = availableParallelism();
  const hostile = Array.from({ length: 4 * width }, (_, index) => `192.0.2.${index}`);
  for (const address of [...hostile, ...hostile]) await calls.runSignIn(address, async () => undefined);
  const { started, start, finishAll } = openCalls((address, call) => calls.runSignIn(address, call));
  const all = hostile.map(start);
  const quarter = Math.ceil(width / 4);
  expect(started).toHaveLength(quarter);
  for (let index = 0; index < width - quarter; index += 1) all.push(start(`198.51.100.${index}`));
  expect(started).toHaveLength(width);
  await finishAll(all);
});

it('an address has three reads at once, and all addresses with many recent reads share one', async () => {
  const calls = limits();
  const busy = ['192.0.2.1', '192.0.2.2'];
  for (let read = 0; read < 10; read += 1)
    for (const address of busy) await calls.runRead(address, async () => undefined);
  const { started, start, finishAll } = openCalls((address, call) => calls.runRead(address, call));
  const all = [...busy, ...busy].map(start);
  expect(started).toEqual(['192.0.2.1']);
  for (let read = 0; read < 5; read += 1) all.push(start('198.51.100.1'));
  expect(started).toHaveLength(4);
  await finishAll(all);
});

it('an account has three calls at once, and accounts leave connections to staff', async () => {
  const calls = limits();
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const start = (session: string) => {
    void calls.run(session, () => {
      started.push(session);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  };
  const sessions = ['user', 'another', 'third', 'staff'];
  const running = () =>
    Object.fromEntries(
      Map.groupBy(started, (one) => one)
        .entries()
        .map(([who, all]) => [who, all.length]),
    );
  for (const [index, session] of sessions.entries())
    await calls.found(session, null, { userId: index + 1, isStaff: session === 'staff' }, false);
  for (let i = 0; i < 10; i += 1) for (const session of sessions) start(session);
  // Counting is asynchronous.
  while (started.length < 15) await new Promise(setImmediate);
  const { staff, ...others } = running();
  expect(staff).toBe(8);
  expect(Object.values(others).reduce((sum, each) => sum + each)).toBe(7);
  expect(Math.max(...Object.values(others))).toBe(3);
  while (started.length < 40) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  for (const end of ends) end();
  expect(running()).toEqual({ user: 10, another: 10, third: 10, staff: 10 });
});
