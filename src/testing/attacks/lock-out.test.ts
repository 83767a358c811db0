import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { addPasskey } from '../accounts/authenticator.ts';
import { makeAccount, PASSWORD } from '../accounts/factories.ts';
import { newestResetToken } from '../accounts/reset.ts';
import { codeNow, enrol } from '../accounts/totp.ts';
import { callerFor } from '../clients/callers.ts';
import { type Answer, call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

// The limits of the product. `X-Forwarded-For` is trusted, so that a test can act as many visitors.
const server = testServer({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' });
const secure = testServer({ PUBLIC_URL: 'https://dex.example' });

const NEW = 'quite another password';
let visitors = 0;
/** An address that nobody else uses. */
const address = () => {
  visitors += 1;
  return `203.0.${113 + (visitors >> 8)}.${visitors & 255}`;
};

/** A browser with its cookies, by path. */
class Browser {
  readonly ip = address();
  readonly #cookies = new Map<string, Map<string, string>>();
  /** The attributes of the cookies of the last response. */
  attributes: string[] = [];

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.#cookies]
      .filter(([prefix]) => `/api${path}`.startsWith(prefix))
      .flatMap(([, all]) => [...all].map(([name, value]) => `${name}=${value}`))
      .join('; ');
    const sent = { ...headers, ...(cookie && { cookie }), 'x-forwarded-for': this.ip };
    const answer = await call(server, 'POST', path, { body, headers: sent });
    this.#keep(answer.headers);
    return answer;
  }

  #keep(headers: Headers): void {
    const set = headers.getSetCookie();
    if (set.length) this.attributes = set.map((one) => one.replace(/^[^;]+; /, ''));
    for (const one of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      const [, prefix = '/'] = /Path=([^;]+)/.exec(one) ?? [];
      this.#cookies.set(prefix, new Map([...(this.#cookies.get(prefix) ?? []), [name, value]]));
    }
  }

  /** @returns the status */
  async changePassword(token: string, newPassword: string): Promise<number> {
    const { status, headers } = await fetch(`${server.url}/trpc/auth.changePassword`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': this.ip,
      },
      body: JSON.stringify({ oldPassword: PASSWORD, newPassword }),
    });
    this.#keep(headers);
    return status;
  }

  login(username: string, password = PASSWORD): Promise<Answer> {
    return this.post('/auth/login', { username, password });
  }
}

/** Wrong passwords from many addresses. @returns the statuses */
const guess = async (username: string, count: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1)
    statuses.push((await new Browser().login(username, `wrong ${i}`)).status);
  return statuses;
};

const { signInAccount, signInDevice, signInRow } = LIMITS.rates;

describe('strangers who type wrong passwords', () => {
  it('lock unknown browsers, and never one in which the owner has signed in', async () => {
    const { user } = await makeAccount(server, 'admin');
    const own = new Browser();
    expect((await own.login(user.username)).status).toBe(200);
    expect(await guess(user.username, signInAccount.points + 2)).toEqual([
      ...Array(signInAccount.points).fill(401),
      429,
      429,
    ]);
    expect((await new Browser().login(user.username)).status).toBe(429);
    expect((await own.login(user.username)).status).toBe(200);
    expect((await own.login(user.email)).status).toBe(200);
  });

  it('do not keep an owner with a session from changing the password, after which this browser is known', async () => {
    const { user, token } = await makeAccount(server);
    await guess(user.username, signInAccount.points);
    const own = new Browser();
    expect(await own.changePassword(token, NEW)).toBe(200);
    expect((await new Browser().login(user.username, NEW)).status).toBe(429);
    expect((await own.login(user.username, NEW)).status).toBe(200);
  });

  it('do not keep an owner out who resets the password by mail', async () => {
    const { user } = await makeAccount(server);
    const own = new Browser();
    await server.services().passwordReset.request(user.email);
    const token = await newestResetToken(server);
    expect((await own.post('/email/reset-password', { token, newPassword: NEW })).status).toBe(200);
    await guess(user.username, signInAccount.points);
    expect((await new Browser().login(user.username, NEW)).status).toBe(429);
    expect((await own.login(user.username, NEW)).status).toBe(200);
  });

  it('slowly have a hundred attempts, and then only a known browser or a reset opens the account', async () => {
    const { user } = await makeAccount(server);
    const own = new Browser();
    await own.login(user.username);
    // As if they had tried for weeks: the limits for minutes have passed.
    const forget = () => server.sql(`delete from rate_limit where key not like 'signInRow:%'`);
    for (let done = 0; done < signInRow.points; done += signInAccount.points) {
      await guess(user.username, signInAccount.points);
      await forget();
    }
    // Like a wrong password: whether the password is right must not be revealed.
    expect((await new Browser().login(user.username)).status).toBe(401);
    expect((await own.login(user.username)).status).toBe(200);
    expect((await new Browser().login(user.username)).status).toBe(401);
    await server.services().passwordReset.request(user.email);
    const token = await newestResetToken(server);
    const another = new Browser();
    expect((await another.post('/email/reset-password', { token, newPassword: NEW })).status).toBe(200);
    await forget();
    expect((await new Browser().login(user.username, NEW)).status).toBe(200);
  });
});

describe('a known browser', () => {
  it('has a separate budget, and cannot guess without end', async () => {
    const { user } = await makeAccount(server);
    const [own, other] = [new Browser(), new Browser()];
    await own.login(user.username);
    await other.login(user.username);
    const statuses: number[] = [];
    for (let i = 0; i < signInDevice.points + 2; i += 1)
      statuses.push((await own.login(user.username, `wrong ${i}`)).status);
    expect(statuses).toEqual([...Array(signInDevice.points).fill(401), 429, 429]);
    expect((await own.login(user.username)).status).toBe(429);
    for (const browser of [other, new Browser()])
      expect((await browser.login(user.username)).status).toBe(200);
  });

  it('is known to its account only, and several accounts can share it', async () => {
    const [one, two] = [await makeAccount(server), await makeAccount(server)];
    const browser = new Browser();
    await browser.login(one.user.username);
    await guess(two.user.username, signInAccount.points);
    expect((await browser.login(two.user.username)).status).toBe(429);
    await server.sql('delete from rate_limit');
    await browser.login(two.user.username);
    await guess(one.user.username, signInAccount.points);
    await guess(two.user.username, signInAccount.points);
    for (const { user } of [one, two]) expect((await browser.login(user.username)).status).toBe(200);
  });

  it.each<[string, (name: string, token: string) => Promise<unknown>]>([
    ['a reset', (name) => server.services().password.reset(name, NEW)],
    [
      'a change of the password elsewhere',
      (_name, token) =>
        callerFor(server, token).auth.changePassword({ oldPassword: PASSWORD, newPassword: NEW }),
    ],
    ['half a year', async () => server.clock.advance((LIMITS.knownDevices.days + 1) * DAY_MS)],
  ])('is forgotten after %s', async (_what, happens) => {
    const { user, token } = await makeAccount(server);
    const own = new Browser();
    await own.login(user.username);
    await happens(user.username, token);
    await guess(user.username, signInAccount.points);
    expect((await own.login(user.username, NEW)).status).toBe(429);
  });

  it('is known only after the second factor, and keeps a cookie that scripts and other sites cannot use', async () => {
    const { user, token } = await makeAccount(server);
    const { secret } = await enrol(server, token);
    const own = new Browser();
    const { body } = await own.login(user.username);
    expect(own.attributes).toEqual([]);
    server.clock.advance(60_000);
    const verified = await own.post(
      '/auth/verify-2fa',
      {},
      {
        authorization: `Pending ${body.pendingToken}`,
        'x-totp-token': await codeNow(server, secret),
      },
    );
    expect(verified.status).toBe(200);
    expect(own.attributes).toHaveLength(4);
    for (const one of own.attributes)
      expect(one).toMatch(
        /^Max-Age=\d+; Path=\/(api\/auth|trpc\/(auth|passkeys)\.\w+); HttpOnly; SameSite=Strict$/,
      );
    await guess(user.username, signInAccount.points);
    expect((await own.login(user.username)).body).toMatchObject({ requires2FA: true });
  });

  it('has a short cookie that is set and sent only over https where the site has it', async () => {
    const { user } = await makeAccount(secure);
    const body = { username: user.username, password: PASSWORD };
    const signIn = (headers = {}) => call(secure, 'POST', '/auth/login', { body, headers });
    const cookies = (await signIn()).headers.getSetCookie();
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Secure-device-[0-9a-f]{16}=.*; Secure$/);
      expect(cookie.length).toBeLessThan(4_096);
    }
    // The browser is recognised by it: its token is replaced.
    const [sent = ''] = cookies[0]?.split(';') ?? [];
    await signIn({ cookie: sent });
    const known = await secure.sql('select from known_device where user_id = ?', [user.user_id]);
    expect(known).toHaveLength(1);
  });

  it('stays one browser when it signs in with a passkey again', async () => {
    const account = await makeAccount(server);
    const { key } = await addPasskey(server, account);
    let cookie = '';
    for (let times = 0; times < 2; times += 1) {
      const credential = key.get(await callerFor(server).passkeys.signInOptions({}));
      const response = await fetch(`${server.url}/trpc/passkeys.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
        body: JSON.stringify({ credential }),
      });
      expect(response.status).toBe(200);
      const sentThere = (one: string) => one.includes('; Path=/trpc/passkeys.signIn;');
      cookie = response.headers.getSetCookie().find(sentThere)?.split(';')[0] ?? '';
    }
    const known = await server.sql('select from known_device where user_id = ?', [account.user.user_id]);
    expect(known).toHaveLength(1);
  });

  it('is stored as a hash only, at most twenty for an account', async () => {
    const { user } = await makeAccount(server);
    for (let i = 0; i < LIMITS.knownDevices.perAccount + 2; i += 1) {
      const { status } = await new Browser().login(user.username);
      expect(status).toBe(200);
      server.clock.advance(1_000);
    }
    const rows = await server.sql<{ token_hash: string }>(
      'select token_hash from known_device where user_id = ?',
      [user.user_id],
    );
    expect(rows).toHaveLength(LIMITS.knownDevices.perAccount);
    for (const { token_hash } of rows) expect(token_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

it('a correct password with a malformed code locks nobody out, and is recorded', async () => {
  const { user, token } = await makeAccount(server);
  const { secret } = await enrol(server, token);
  server.clock.advance(60_000);
  const signIn = (code: string) =>
    new Browser().post(
      '/auth/login',
      { username: user.username, password: PASSWORD },
      { 'x-totp-token': code },
    );
  const times = signInAccount.points + 1;
  for (let i = 0; i < times; i += 1) expect((await signIn('12345')).status).toBe(401);
  const refused = await server.sql(
    `select action, actor_name, detail from audit_event where target = ? and action like 'sign-in.%'`,
    [user.username],
  );
  const detail = { reason: 'malformed', waitSeconds: null };
  const record = { action: 'sign-in.code-refused', actor_name: user.username, detail };
  expect(refused).toEqual(Array(times).fill(record));
  expect((await signIn(await codeNow(server, secret))).status).toBe(200);
});

it('one password for many names is an alarm, once, without the password', async () => {
  const password = 'Summer2026!';
  const { accounts } = LIMITS.repeatedPassword;
  server.clock.advance(1_000);
  const [before, from] = [server.log.lines.length, server.clock.now()];
  for (let i = 0; i < accounts + 5; i += 1) await new Browser().login(`victim_${i}`, password);
  for (let i = 0; i < accounts; i += 1) await new Browser().login('victim_1', `${password} ${i}`);
  const lines = server.log.lines.slice(before);
  const alarms = lines.filter(({ msg }) => msg === 'sign-in.one-password-alarm');
  expect(alarms).toMatchObject([{ level: 'warn', category: 'security', detail: { accounts } }]);
  const events = await server.sql(
    `select detail from audit_event where action = 'sign-in.one-password-alarm' and at >= ?`,
    [from],
  );
  expect(events).toEqual([{ detail: { accounts } }]);
  expect(JSON.stringify([lines, events])).not.toContain(password);
});
