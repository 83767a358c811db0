import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { withRequestContext } from '../../lib/process/request-context.ts';
import { PasswordHasher } from './password-hasher.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

describe('the current parameters', () => {
  const hasher = new PasswordHasher();

  it('are those of docs/security.md', async () => {
    expect(await hasher.hash('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    ['less memory', { memoryCost: 12_288, timeCost: 3, parallelism: 1 }, true],
    ['fewer passes', { memoryCost: 65_536, timeCost: 1, parallelism: 1 }, true],
    ['the same', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }, false],
    ['more of everything', { memoryCost: 20_480, timeCost: 3, parallelism: 2 }, false],
  ])('require a rehash only for weaker parameters: %s', async (_what, parameters, expected) => {
    expect(hasher.needsRehash(await hash('secret', { algorithm: 2, ...parameters }))).toBe(expected);
  });

  it.each(['', 'x', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA'])(
    'ask for a new hash of another kind: %s',
    (other) => expect(hasher.needsRehash(other)).toBe(true),
  );
});

it('queues 64 hashes and refuses the next', async () => {
  const hasher = new PasswordHasher(CHEAP);
  // The hash for unknown accounts is computed at the start, in one of the places.
  await hasher.verify(undefined, 'secret');
  const places = Math.max(1, Math.floor(availableParallelism() / 2)) + 64;
  const outcomes = await Promise.allSettled(
    Array.from({ length: places + 10 }, () => hasher.verify(undefined, 'secret')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(places);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ kind: 'rate_limited', extras: { retryAfter: 1 } });
  expect(await hasher.verify(await hasher.hash('secret'), 'secret')).toBe(true);
});

it.each([
  ['address', (index: number) => ({ ip: '203.0.113.1', account: index })],
  ['account', (index: number) => ({ ip: `203.0.114.${index}`, account: 0 })],
])('lets somebody else pass the many hashes of one %s', async (_what, hostile) => {
  const hasher = new PasswordHasher(CHEAP);
  const hashes = await Promise.all(Array.from({ length: 41 }, (_, index) => hasher.hash(`secret ${index}`)));
  const done: string[] = [];
  const signIn = (who: string, ip: string, account: number) =>
    withRequestContext({ requestId: who, ip }, async () => {
      await hasher.verify(hashes[account], 'secret');
      done.push(who);
    });
  const all = Array.from({ length: 40 }, (_, index) => {
    const { ip, account } = hostile(index);
    return signIn('hostile', ip, account);
  });
  await Promise.all([...all, signIn('somebody', '203.0.113.2', 40)]);
  expect(done).toHaveLength(41);
  // Those that run when it comes end first.
  expect(done.indexOf('somebody')).toBeLessThanOrEqual(
    Math.max(1, Math.floor(availableParallelism() / 2)) + 1,
  );
});

it('does not block the event loop', async () => {
  const hasher = new PasswordHasher();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await Promise.all(Array.from({ length: 8 }, () => hasher.hash('secret')));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(8);
});
