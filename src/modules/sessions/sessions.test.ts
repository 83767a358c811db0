import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sha256 } from '../../lib/crypto.ts';
import { makeAccount, openSession, PASSWORD } from '../../testing/accounts/factories.ts';
import { isAlive } from '../../testing/accounts/sign-in.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { deviceOf } from './session.presenter.ts';

const DAY = 86_400_000;
const server = testServer({ SESSION_IDLE_DAYS: '2', SESSION_MAX_DAYS: '5' });

const alive = (token: string) => isAlive(server, token);

describe('own sessions', () => {
  it('are listed with device, address and times; the current one is marked', async () => {
    const { token, user } = await makeAccount(server);
    server.clock.advance(1000);
    const second = await call(server, 'POST', '/auth/login', {
      body: { username: user.username, password: PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0' },
    });
    const { data } = await callerFor(server, second.body.token).sessions.list({});
    const now = server.clock.now().toISOString();
    expect(data).toMatchObject([
      { device: 'Firefox on Windows', address: '127.0.0.1', created: now, lastSeen: now, current: true },
      { device: 'Unknown device', current: false },
    ]);
    expect(JSON.stringify(data)).not.toContain(sha256(second.body.token));
    expect(await alive(token)).toBe(true);
  });

  it('are at most 20: a sign-in ends the one that was used least recently', async () => {
    const { token: first, user } = await makeAccount(server);
    server.clock.advance(61_000);
    const second = await openSession(server, user);
    server.clock.advance(61_000);
    for (let opened = 2; opened < LIMITS.sessions; opened += 1) await openSession(server, user);
    // Using the first one makes the second one the oldest.
    expect(await alive(first)).toBe(true);
    const last = await openSession(server, user);
    expect([await alive(first), await alive(second), await alive(last)]).toEqual([true, false, true]);
    expect((await callerFor(server, last).sessions.list({})).data).toHaveLength(LIMITS.sessions);
  });

  it('can be ended one by one', async () => {
    const { token, user } = await makeAccount(server);
    const other = await openSession(server, user);
    const own = callerFor(server, token);
    const { data } = await own.sessions.list({});
    await own.sessions.end({ id: data.find(({ current }) => !current)?.id ?? '' });
    expect([await alive(token), await alive(other)]).toEqual([true, false]);
  });

  it('cannot be ended by another account', async () => {
    const [victim, attacker] = [await makeAccount(server), await makeAccount(server, 'admin')];
    const { data } = await callerFor(server, victim.token).sessions.list({});
    const end = callerFor(server, attacker.token).sessions.end({ id: data[0]?.id ?? '' });
    await expect(end).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await alive(victim.token)).toBe(true);
  });

  it('can all be ended except the current one', async () => {
    const { token, user } = await makeAccount(server);
    const stranger = await makeAccount(server);
    const others = [await openSession(server, user), await openSession(server, user)];
    expect(await callerFor(server, token).sessions.endOthers({})).toEqual({ ended: 2 });
    expect(await Promise.all([token, stranger.token, ...others].map(alive))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('expire when idle and after the maximum age, as configured; expired ones are not listed', async () => {
    const { token, user } = await makeAccount(server);
    const idle = await openSession(server, user);
    server.clock.advance(2 * DAY - 60_000);
    expect(await alive(token)).toBe(true);
    server.clock.advance(60_000);
    expect((await callerFor(server, token).sessions.list({})).data).toHaveLength(1);
    expect(await alive(idle)).toBe(false);
    server.clock.advance(DAY);
    expect(await alive(token)).toBe(true);
    server.clock.advance(DAY);
    expect(await alive(token)).toBe(true);
    server.clock.advance(DAY);
    expect(await alive(token)).toBe(false);
  });
});

describe('a change of password', () => {
  const NEW = 'quite another password';
  const change = (token: string, oldPassword: string, newPassword = NEW) =>
    callerFor(server, token).auth.changePassword({ oldPassword, newPassword });
  const signsIn = async (username: string, password: string) =>
    (await call(server, 'POST', '/auth/login', { body: { username, password } })).status;

  it('requires the old one and ends the other sessions', async () => {
    const { token, user } = await makeAccount(server);
    const other = await openSession(server, user);
    await change(token, PASSWORD);
    expect([await alive(token), await alive(other)]).toEqual([true, false]);
    expect(await signsIn(user.username, PASSWORD)).toBe(401);
    expect(await signsIn(user.username, NEW)).toBe(200);
    const mails = await server.sql(
      `select payload from outbox where job = 'mail.password-changed' and payload->>'user_id' = ?`,
      [String(user.user_id)],
    );
    expect(mails).toEqual([{ payload: { user_id: user.user_id } }]);
  });

  it('is refused with a field error for a wrong old one; no session ends', async () => {
    const { token, user } = await makeAccount(server);
    const other = await openSession(server, user);
    await expect(change(token, 'guess')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { extras: { fields: { oldPassword: 'The current password is wrong.' } } },
    });
    await expect(change(token, PASSWORD, 'short')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await alive(other)).toBe(true);
    expect(await signsIn(user.username, PASSWORD)).toBe(200);
  });

  it('succeeds once when two sessions change it at the same time', async () => {
    const { token, user } = await makeAccount(server);
    const other = await openSession(server, user);
    const results = await Promise.allSettled([
      change(token, PASSWORD),
      change(other, PASSWORD, 'a third password'),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await Promise.all([alive(token), alive(other)])).toSorted()).toEqual([false, true]);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/128.0 Safari/537.36 Edg/128.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1 Version/17.4 Safari/605.1',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) CriOS/128.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/128.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [null, 'Unknown device'],
])('the device of %s is %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
