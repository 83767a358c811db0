import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { addPasskey } from '../../testing/accounts/authenticator.ts';
import { makeAccount, openSession, type TestAccount } from '../../testing/accounts/factories.ts';
import { enrol } from '../../testing/accounts/totp.ts';
import { callerFor, contextFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { openScope } from '../../trpc/procedures.ts';

const server = testServer({ SESSION_IDLE_DAYS: '365', SESSION_MAX_DAYS: '365' });

const DAY_MS = 86_400_000;
const GRACE_MS = LIMITS.staffFactorGraceDays * DAY_MS;
const REQUIRED = {
  status: 403,
  body: { error: 'Your role requires a second factor. Set one up in the security settings of your account.' },
};

const setRequired = (value: 'true' | 'false') =>
  server.services().settings.set('require_staff_two_factor', value);
const counts = async ({ user }: TestAccount) => {
  const token = await openSession(server, user);
  return callerFor(server, token).reviews.counts({});
};
const status = async ({ token }: { token: string }) => callerFor(server, token).twoFactor.status({});

let checker: TestAccount;

beforeEach(async () => {
  checker = await makeAccount(server, 'checker');
  await setRequired('true');
});
afterEach(() => setRequired('false'));

describe('with the setting, staff without a second factor', () => {
  it('has fourteen days, and then only the rights of a user', async () => {
    expect((await status(checker)).required).toEqual({
      by: new Date(server.clock.now().getTime() + GRACE_MS).toISOString(),
      daysLeft: LIMITS.staffFactorGraceDays,
    });
    server.clock.advance(GRACE_MS - 1);
    await counts(checker);
    expect((await status(checker)).required?.daysLeft).toBe(1);
    server.clock.advance(1);
    await expect(counts(checker)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: { code: 'SECOND_FACTOR_REQUIRED' },
    });
    expect((await status(checker)).required?.daysLeft).toBe(0);
    const { token } = checker;
    expect(
      await call(server, 'PATCH', '/items/1/status', { token, body: { status: 'approved' } }),
    ).toMatchObject(REQUIRED);
    expect((await call(server, 'GET', '/items?status=pending', { token })).status).toBe(403);
    expect((await call(server, 'GET', '/items', { token })).status).toBe(200);
    expect((await call(server, 'GET', '/auth/profile', { token })).body.user.role).toBe('checker');
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['an authenticator app', (token) => enrol(server, token)],
    ['a passkey', () => addPasskey(server, checker)],
  ])('gets its rights back with %s', async (_what, setUp) => {
    server.clock.advance(GRACE_MS);
    await setUp(await openSession(server, checker.user));
    await counts(checker);
    const token = await openSession(server, checker.user);
    expect((await status({ token })).required).toBeNull();
  });

  it('has these days from its promotion on, or from when the setting was switched on', async () => {
    server.clock.advance(GRACE_MS);
    const promoted = await makeAccount(server);
    await server.services().accounts.setRole(promoted.user.user_id, 'checker');
    expect((await status(promoted)).required?.daysLeft).toBe(LIMITS.staffFactorGraceDays);
    server.clock.advance(DAY_MS);
    await server.services().accounts.setRole(promoted.user.user_id, 'admin');
    expect((await status(promoted)).required?.daysLeft).toBe(LIMITS.staffFactorGraceDays - 1);

    await setRequired('false');
    await counts(checker);
    expect((await status(checker)).required).toBeNull();
    await setRequired('true');
    expect((await status(checker)).required?.daysLeft).toBe(LIMITS.staffFactorGraceDays);
  });

  it('has them again when it is promoted again', async () => {
    const account = await makeAccount(server);
    const { accounts } = server.services();
    await accounts.setRole(account.user.user_id, 'checker');
    server.clock.advance(GRACE_MS);
    for (const role of ['user', 'checker'] as const) await accounts.setRole(account.user.user_id, role);
    expect((await status(account)).required?.daysLeft).toBe(LIMITS.staffFactorGraceDays);
  });

  it('stores nothing in a call during which these days end', async () => {
    server.clock.advance(GRACE_MS - 1);
    const token = await openSession(server, checker.user);
    const { em } = await openScope(contextFor(server, token), true);
    await em.transactional(async () => undefined);
    server.clock.advance(1);
    const late = em.transactional(async () => undefined);
    await expect(late).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
  });

  it('that removes its factor after these days loses its rights at once', async () => {
    const { id } = await addPasskey(server, checker);
    server.clock.advance(GRACE_MS);
    await counts(checker);
    const { passkeys } = callerFor(server, await openSession(server, checker.user));
    await passkeys.remove({ id });
    await expect(counts(checker)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

it('does not concern users', async () => {
  const user = await makeAccount(server);
  server.clock.advance(GRACE_MS);
  expect((await status(user)).required).toBeNull();
});
