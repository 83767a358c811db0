import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { createOrm } from '../../db/orm.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { createTestLog, type TestLog } from '../../testing/run/log.ts';
import { testServer } from '../../testing/run/server.ts';
import { startRedis } from '../../testing/servers/redis-server.ts';
import { RateLimits } from './rate-limits.ts';

const server = testServer();

const SOMEONE = { userId: 7, username: 'someone' };
const BOTH = { userId: 8, username: 'both' };

const redis = fixture(startRedis, 'stop');
const open: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The limits of another process. */
function another(redisUrl: string | undefined, log: TestLog = createTestLog()): RateLimits {
  const { orm } = server.runtime;
  const config = { redisUrl, rateLimitFactor: 1, secret: 'the same in all processes' };
  const limits = new RateLimits({ config, em: orm.em, logger: log.logger });
  open.push(() => limits.close());
  return limits;
}

const kinds = async (tries: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).map((outcome) =>
    outcome.status === 'fulfilled' ? 'accepted' : outcome.reason.kind,
  );
const count = (all: readonly string[], kind: string) => all.filter((one) => one === kind).length;

describe.each(['PostgreSQL', 'Redis'])('counted in %s', (where) => {
  const url = () => (where === 'Redis' ? redis.url : undefined);

  it('a burst across several processes cannot exceed the limit', async () => {
    const processes = [another(url()), another(url()), another(url())];
    const outcomes = await kinds(
      Array.from({ length: 30 }, (_, i) => (processes[i % 3] as RateLimits).take('signInAccount', 'burst')),
    );
    expect(count(outcomes, 'accepted')).toBe(10);
    expect(count(outcomes, 'rate_limited')).toBe(20);
  });

  it('a burst by name and mail address can try 10 passwords of the account; the responses do not link the two', async () => {
    const limits = another(url());
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        limits.takeSignIn('192.0.2.51', i % 2 ? 'both' : 'both@example.org', BOTH),
      ),
    );
    expect(tries.filter(({ refusal }) => refusal === null)).toHaveLength(10);
  });

  it('a correct password resets the failures of the account', async () => {
    const limits = another(url());
    for (let i = 0; i < 15; i += 1)
      await (await limits.takeSignIn('192.0.2.50', 'someone', SOMEONE)).succeeded();
    for (let i = 0; i < 10; i += 1) await limits.takeSignIn('192.0.2.50', 'someone', SOMEONE);
    await expect(limits.takeSignIn('192.0.2.50', 'someone', SOMEONE)).rejects.toMatchObject({
      kind: 'rate_limited',
      extras: { retryAfter: expect.closeTo(900, -1) },
    });
  });
});

it('counts an id and an equal text separately', async () => {
  const limits = another(undefined);
  for (let i = 0; i < 5; i += 1) await limits.take('resetAccount', '78');
  await limits.take('resetAccount', 78);
});

it('counts each limit separately', async () => {
  const limits = another(undefined);
  for (let i = 0; i < 5; i += 1) await limits.take('resetAccount', 77);
  await expect(limits.take('resetAccount', 77)).rejects.toMatchObject({ kind: 'rate_limited' });
  await limits.take('signInAccount', 77);
});

it.each(['signInAddress', 'register', 'resetAddress', 'addressLinks'] as const)(
  'a network beyond the limit is refused without the store: %s',
  async (name) => {
    const limits = another(undefined);
    const attempt = () => limits.takeFrom(name, '192.0.2.64');
    for (let i = 0; i < LIMITS.rates[name].points; i += 1) await attempt();
    await server.sql('delete from rate_limit where key like ?', [`${name}:%`]);
    await expect(attempt()).rejects.toMatchObject({ kind: 'rate_limited' });
  },
);

describe('while the store is unavailable (GHSA-8fpg-xm3f-6cx3)', () => {
  it('sign-ins are refused, and other uses are counted in each process', async () => {
    const log = createTestLog();
    const gone = await startRedis();
    const limits = another(gone.url, log);
    await limits.takeSignIn('192.0.2.60', 'someone', SOMEONE);
    await gone.stop();

    for (const _ of [1, 2, 3])
      await expect(limits.takeSignIn('192.0.2.60', 'someone', SOMEONE)).rejects.toMatchObject({
        kind: 'unavailable',
        extras: { retryAfter: 5 },
      });
    const outcomes = await kinds(Array.from({ length: 14 }, () => limits.takeFrom('register', '192.0.2.63')));
    expect(count(outcomes, 'accepted')).toBe(10);
    expect(count(outcomes, 'rate_limited')).toBe(4);
    expect(log.takeErrors().map(({ msg }) => msg)).toEqual(['counting rate limits fails']);
  });

  it('the check fails while Redis refuses writes', async () => {
    const full = await startRedis();
    const client = new Redis(full.url);
    try {
      const log = createTestLog();
      const limits = another(full.url, log);
      await limits.check();
      await client.config('SET', 'maxmemory', '1');
      await expect(limits.check()).rejects.toMatchObject({ code: 'LIMITS_AWAY' });
      await expect(limits.takeSignIn('192.0.2.62', 'someone', SOMEONE)).rejects.toThrow(/Logging in/);
      log.takeErrors();
      await client.config('SET', 'maxmemory', '0');
      await limits.check();
    } finally {
      client.disconnect();
      await full.stop();
    }
  });

  it('everything is refused without the database', async () => {
    const orm = await createOrm({ url: 'postgres://nobody@127.0.0.1:1/nothing', pool: 1 });
    open.push(() => orm.close());
    const config = { redisUrl: undefined, rateLimitFactor: 1, secret: 'secret' };
    const limits = new RateLimits({ config, em: orm.em, logger: createTestLog().logger });
    await expect(limits.takeSignIn('192.0.2.61', 'someone', SOMEONE)).rejects.toThrow(/ECONNREFUSED/);
    await expect(limits.take('submit', 1)).rejects.toThrow(/ECONNREFUSED/);
  });
});
