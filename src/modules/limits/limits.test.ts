import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { TestAuthenticator } from '../../testing/accounts/authenticator.ts';
import { itemSubmission, makeAccount, makeSale, PASSWORD } from '../../testing/accounts/factories.ts';
import { newestResetToken } from '../../testing/accounts/reset.ts';
import { type Answer, call } from '../../testing/clients/rest-client.ts';
import { lockAwaited } from '../../testing/run/lock-waits.ts';
import { testServer } from '../../testing/run/server.ts';
import { withClient } from '../../testing/servers/postgres.ts';

// The production limits. `X-Forwarded-For` is trusted, so that a test can act as many visitors.
const server = testServer({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' });

afterEach(() => {
  vi.useRealTimers();
});

let counter = 0;
/** An IP address that no other test uses. */
const visitor = () => {
  counter += 1;
  return `198.51.${counter >> 8}.${counter & 255}`;
};
const from = (address: string) => ({ 'x-forwarded-for': address });
const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
/** As `many`, five times: an address has few sign-ins at once, and each waits for 5 s at most. */
const fiveTimes = async <T>(count: number, make: (index: number) => Promise<T>) => {
  const all: T[] = [];
  while (all.length < 5 * count) all.push(...(await many(count, (index) => make(all.length + index))));
  return all;
};
const countBy = (values: readonly (number | string)[]) => {
  const counts: Record<number | string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};
const statuses = (answers: readonly Answer[]) => countBy(answers.map(({ status }) => status));

const login = (username: string, password: string, address = visitor()) =>
  call(server, 'POST', '/auth/login', { body: { username, password }, headers: from(address) });

/** Fakes only the date, by which the limiter measures time; timers stay real. */
const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

const TOO_MANY_SIGN_INS = {
  status: 429,
  body: {
    error: expect.stringMatching(
      /^Too many (failed )?logins( from your network)?\. Please try again in \d+ minutes?\.$/,
    ),
    code: 'TOO_MANY_REQUESTS',
  },
};

describe('failed sign-ins of an account', () => {
  it('are limited to 10 in 15 minutes, for any IP addresses and any rate', async () => {
    const { user } = await makeAccount(server);
    const burst = await many(30, (i) => login(user.username, `wrong ${i}`));
    expect(statuses(burst)).toEqual({ 401: 10, 429: 20 });

    const right = await login(user.username, PASSWORD);
    expect(right).toMatchObject(TOO_MANY_SIGN_INS);
    const wait = Number(right.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(840);
    expect(wait).toBeLessThanOrEqual(900);

    later(wait - 5);
    expect((await login(user.username, PASSWORD)).status).toBe(429);
    later(6);
    expect((await login(user.username, PASSWORD)).status).toBe(200);
  });

  it('are reset by a correct password', async () => {
    const { user } = await makeAccount(server);
    for (const round of [1, 2, 3]) {
      const failed = await many(9, (i) => login(user.username, `wrong ${round} ${i}`));
      expect(statuses(failed)).toEqual({ 401: 9 });
      expect((await login(user.username, PASSWORD)).status).toBe(200);
    }
  });

  it('share one budget, which one identifier does not reveal about the other', async () => {
    const { user } = await makeAccount(server);
    const [name, address] = [user.username.toUpperCase(), user.email];
    expect(statuses(await many(10, (i) => login(name, `wrong ${i}`)))).toEqual({ 401: 10 });
    expect(await login(name, PASSWORD)).toMatchObject(TOO_MANY_SIGN_INS);
    expect(server.log.lines.findLast(({ limit }) => limit !== undefined)).toMatchObject({
      level: 'warn',
      msg: 'login refused: too many failed logins with this name or email address',
      category: 'security',
      limit: 'signInTyped',
      target: user.username,
    });

    const response = async (typed: string, password: string) => {
      const { status, headers, body } = await login(typed, password);
      return { status, names: [...headers.keys()].toSorted(), error: body.error, code: body.code };
    };
    const unknown = await response('nobody@example.org', 'wrong');
    expect(unknown.status).toBe(401);
    expect(await response(address, 'wrong')).toEqual(unknown);
    expect(await response(address, PASSWORD)).toEqual(unknown);
    const [trace] = await server.sql('select target, detail from audit_event order by event_id desc limit 1');
    expect(trace).toEqual({ target: user.username, detail: { limit: 'signInAccount' } });

    later(901);
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  it.each(['reset by mail', 'reset by an operator'])('of an account are reset by a %s', async (how) => {
    const { user } = await makeAccount(server);
    await many(10, (i) => login(user.username, `wrong ${i}`));
    const newPassword = 'another one for tests';
    if (how === 'reset by an operator') await server.services().password.reset(user.username, newPassword);
    else {
      await server.services().passwordReset.request(user.email);
      await server.services().passwordReset.reset(await newestResetToken(server), newPassword);
    }
    expect((await login(user.email, newPassword)).status).toBe(200);
  });

  it('are reported the same way for unknown names', async () => {
    const { user } = await makeAccount(server);
    const shown = async (name: string) =>
      (await many(12, () => login(name, 'wrong')))
        .map(({ status, body }) => `${status} ${body.code}`)
        .toSorted();
    expect(await shown('nobody_has_this')).toEqual(await shown(user.username));
  });

  it('include wrong current passwords, so that a stolen session cannot guess the password', async () => {
    const { user, token } = await makeAccount(server);
    const change = (oldPassword: string) =>
      fetch(`${server.url}/trpc/auth.changePassword`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...from(visitor()) },
        body: JSON.stringify({ oldPassword, newPassword: 'another password' }),
      });
    const answers = await many(14, (i) => change(`wrong ${i}`));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await change(PASSWORD)).status).toBe(429);
    expect((await login(user.username, PASSWORD)).status).toBe(200);
  });
});

describe('sign-ins from an IP address', () => {
  it('are limited to 30 in 5 minutes, and block no account', async () => {
    const { user } = await makeAccount(server);
    const address = visitor();
    const burst = await fiveTimes(8, (i) => login(`nobody_${i}`, 'wrong', address));
    expect(statuses(burst)).toEqual({ 401: 30, 429: 10 });
    const refused = await many(12, () => login(user.username, PASSWORD, address));
    expect(statuses(refused)).toEqual({ 429: 12 });
    expect(refused[0]).toMatchObject(TOO_MANY_SIGN_INS);
    expect((await login(user.username, PASSWORD)).status).toBe(200);
  });

  it('include successful ones, which cost as much', async () => {
    const { user } = await makeAccount(server);
    const address = visitor();
    for (let i = 0; i < 30; i += 1) expect((await login(user.username, PASSWORD, address)).status).toBe(200);
    expect(await login(user.username, PASSWORD, address)).toMatchObject(TOO_MANY_SIGN_INS);
    expect((await login(user.username, PASSWORD)).status).toBe(200);
  });

  it('include those with passkeys', async () => {
    const credential = new TestAuthenticator().get({ challenge: 'AAAA' });
    const address = visitor();
    const signIn = async () => {
      const body = JSON.stringify({ credential });
      const headers = { 'content-type': 'application/json', ...from(address) };
      return (await fetch(`${server.url}/trpc/passkeys.signIn`, { method: 'POST', headers, body })).status;
    };
    expect(countBy(await fiveTimes(8, signIn))).toEqual({ 401: 30, 429: 10 });
  });

  it('are counted per IPv6 network (KEY_GEN_IPV6)', async () => {
    const burst = await fiveTimes(7, (i) => login(`roamer_${i}`, 'wrong', `2001:db8:7:7::${i.toString(16)}`));
    expect(statuses(burst)).toEqual({ 401: 30, 429: 5 });
    expect((await login('roamer', 'wrong', '2001:db8:7:8::1')).status).toBe(401);
  });
});

it('accepts 10 registrations per hour from an IP address; refused ones do not count', async () => {
  const address = visitor();
  const register = (name: string, password = PASSWORD) =>
    call(server, 'POST', '/auth/register', {
      body: { username: name, email: `${name}@example.org`, password },
      headers: from(address),
    });
  expect(statuses(await many(5, (i) => register(`weak_${i}`, '123456')))).toEqual({ 400: 5 });
  const answers = await many(14, (i) => register(`fresh_${i}`));
  expect(statuses(answers)).toEqual({ 200: 10, 429: 4 });
  expect(answers.find(({ status }) => status === 429)?.body.error).toBe(
    'Too many registrations from your network. Please try again in 60 minutes.',
  );
});

describe('password resets', () => {
  const ask = (identifier: string, address = visitor()) =>
    call(server, 'POST', '/email/request-password-reset', {
      body: { [identifier.includes('@') ? 'email' : 'username']: identifier },
      headers: from(address),
    });

  const guess = (token: string, address = visitor()) =>
    call(server, 'POST', '/email/reset-password', {
      body: { token, newPassword: 'another one for tests' },
      headers: from(address),
    });
  const mailsFor = async (userId: number) =>
    (await server.sql('select 1 from password_reset where user_id = ?', [userId])).length;

  it('are limited to 5 per hour for an identifier, known or not', async () => {
    const { user } = await makeAccount(server);
    const spelled = (name: string) => many(8, (i) => ask(i % 2 ? name : ` ${name.toUpperCase()} `));
    expect(statuses(await spelled(user.username))).toEqual({ 200: 5, 429: 3 });
    expect(statuses(await spelled('nobody_to_reset'))).toEqual({ 200: 5, 429: 3 });
  });

  it('send at most 5 emails in half an hour to an account, which the responses do not reveal', async () => {
    const { user } = await makeAccount(server);
    expect(statuses(await many(4, () => ask(user.username)))).toEqual({ 200: 4 });
    expect(statuses(await many(5, () => ask(user.email)))).toEqual({ 200: 5 });
    expect((await ask(user.email)).status).toBe(429);
    expect(await mailsFor(user.user_id)).toBe(5);

    later(3601);
    expect((await ask(user.email)).status).toBe(200);
    expect(await mailsFor(user.user_id)).toBe(6);
  });

  it('send an email when the last link has expired, no matter how many strangers asked for', async () => {
    const { user } = await makeAccount(server);
    for (let requests = 0; requests < 5; requests += 1) await ask(user.username);
    expect((await ask(user.email)).status).toBe(200);
    expect(await mailsFor(user.user_id)).toBe(5);
    later(LIMITS.passwordReset.minutes * 60 + 1);
    expect((await ask(user.email)).status).toBe(200);
    expect(await mailsFor(user.user_id)).toBe(6);
  });

  it('without an email leave the last link valid', async () => {
    const { user } = await makeAccount(server);
    for (let requests = 0; requests < 5; requests += 1) await ask(user.username);
    const token = await newestResetToken(server);
    const silent = await ask(user.email);
    expect(silent).toMatchObject({ status: 200, body: (await ask('nobody@example.org')).body });
    expect((await guess(token)).status).toBe(200);
  });

  it('count uses of invalid links together with the requests of an IP address', async () => {
    const { user } = await makeAccount(server);
    const address = visitor();
    await ask(user.username, address);
    const token = await newestResetToken(server);
    const guesses = await many(24, (i) => guess(`guess ${i}`, address));
    expect(statuses(guesses)).toEqual({ 400: 19, 429: 5 });
    const refused = guesses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await ask('nobody_at_all', address)).status).toBe(429);
    const [traces] = await server.sql(
      `select count(*)::int as count from audit_event where action = 'password.reset-refused' and ip = ?`,
      [address],
    );
    expect(traces).toEqual({ count: 19 });

    expect((await guess(token, address)).status).toBe(200);
    expect((await guess(token, visitor())).status).toBe(400);
  });

  it('are limited to 20 per hour from an IP address', async () => {
    const address = visitor();
    expect(statuses(await many(24, (i) => ask(`nobody_${i}`, address)))).toEqual({ 200: 20, 429: 4 });
  });
});

describe('calls of a batch are counted one by one (trpc#5825)', () => {
  const batch = async (
    procedure: string,
    inputs: readonly unknown[],
    token: string | null,
    address: string,
  ) => {
    const names = inputs.map(() => procedure).join(',');
    const body = JSON.stringify({ ...inputs });
    const reads = token === null;
    const query = reads ? `&input=${encodeURIComponent(body)}` : '';
    const response = await fetch(`${server.url}/trpc/${names}?batch=1${query}`, {
      method: reads ? 'GET' : 'POST',
      headers: {
        ...from(address),
        ...(!reads && { authorization: `Bearer ${token}`, 'content-type': 'application/json' }),
      },
      ...(!reads && { body }),
    });
    const answers = (await response.json()) as (
      | { error: { data: { code: string } } }
      | { result: unknown }
    )[];
    return {
      wait: Number(response.headers.get('retry-after')),
      codes: answers.map((answer) => ('error' in answer ? answer.error.data.code : 'OK')),
    };
  };
  const ten = <T>(make: () => T) => Array.from({ length: 10 }, make);

  it('60 submissions per hour from an account, 600 from staff', async () => {
    const [user, checker] = [await makeAccount(server), await makeAccount(server, 'checker')];
    // One batch after the other: seventy transactions at once would wait for connections longer than they may.
    const submitSeventy = async (token: string) => {
      const answers: Awaited<ReturnType<typeof batch>>[] = [];
      for (let i = 0; i < 7; i += 1)
        answers.push(await batch('items.submit', ten(itemSubmission), token, visitor()));
      return answers;
    };
    const answers = await submitSeventy(user.token);
    const codes = answers.flatMap((answer) => answer.codes);
    expect(countBy(codes)).toEqual({ OK: 60, TOO_MANY_REQUESTS: 10 });
    expect(Math.max(...answers.map(({ wait }) => wait))).toBeGreaterThan(3_500);
    const staff = await submitSeventy(checker.token);
    expect(new Set(staff.flatMap((answer) => answer.codes))).toEqual(new Set(['OK']));
  });

  it('but not repeated submissions and reports, which are answered as the first ones', async () => {
    const { token, user } = await makeAccount(server);
    const sale_id = await makeSale(server, { status: 'approved' });
    const submit = (key: string) => {
      const headers = { ...from(visitor()), 'idempotency-key': key };
      return call(server, 'POST', '/items/submit', { token, body: itemSubmission(), headers });
    };
    const report = () =>
      call(server, 'POST', '/reports', {
        token,
        body: { sale_id, reason: 'dead_proof' },
        headers: from(visitor()),
      });
    const first = [await submit('form-1'), await report()];
    const { limits } = server.runtime;
    while (!(await limits.takeSilently('submit', user.user_id)));
    while (!(await limits.takeSilently('report', user.user_id)));
    expect((await submit('form-2')).status).toBe(429);
    const again = [await submit('form-1'), await report()];
    expect(again.map(({ status, body }) => [status, body])).toEqual(first.map(({ body }) => [200, body]));
  });

  it('but not a submission that repeats one that is still running', async () => {
    const { token, user } = await makeAccount(server);
    const submit = (key: string) => {
      const headers = { ...from(visitor()), 'idempotency-key': key };
      return call(server, 'POST', '/items/submit', { token, body: itemSubmission(), headers });
    };
    await withClient(server.database.ownerUrl, async (holder) => {
      await holder.query('begin');
      await holder.query('lock table sale in share row exclusive mode');
      const first = submit('form-1');
      await lockAwaited(server);
      while (!(await server.runtime.limits.takeSilently('submit', user.user_id)));
      const again = submit('form-1');
      await lockAwaited(server, 2);
      expect((await submit('form-2')).status).toBe(429);
      await holder.query('rollback');
      expect(await again).toMatchObject({ status: 200, body: (await first).body });
    });
  });

  it('20 reports of sales per day from an account, whatever their outcome', async () => {
    const [user, other] = [await makeAccount(server), await makeAccount(server)];
    const send = (token: string) => () =>
      call(server, 'POST', '/reports', {
        token,
        body: { sale_id: 2_147_483_647, reason: 'dead_proof' },
        headers: from(visitor()),
      });
    expect(statuses(await many(25, send(user.token)))).toEqual({ 404: 20, 429: 5 });
    later(86_000);
    expect((await send(user.token)()).status).toBe(429);
    later(500);
    expect((await send(user.token)()).status).toBe(404);
    expect((await send(other.token)()).status).toBe(404);
  });

  it('5 reads per second from an IP address, and a burst of 100 per minute', async () => {
    const address = visitor();
    const read = (from: string) =>
      batch(
        'items.priceHistory',
        ten(() => ({ name: 'Master Ball' })),
        null,
        from,
      );
    const answers = await many(20, () => read(address));
    const codes = answers.flatMap((answer) => answer.codes);
    const accepted = codes.filter((code) => code === 'OK').length;
    expect(accepted).toBeGreaterThanOrEqual(105);
    expect(accepted).toBeLessThan(200);
    expect(new Set(codes)).toEqual(new Set(['OK', 'TOO_MANY_REQUESTS']));
    expect(answers.find((answer) => answer.wait > 0)?.wait).toBe(1);
    expect(new Set((await read(visitor())).codes)).toEqual(new Set(['OK']));
  });
});

it('stores no names, addresses or typed identifiers', async () => {
  const { user } = await makeAccount(server, 'user', 'canary_of_limits');
  await login(user.username, 'wrong', '203.0.113.77');
  await login('my password as a name', 'wrong', '203.0.113.77');
  const rows = await server.sql<{ key: string }>('select key from rate_limit');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{43}$/);
});
