import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { createRuntime, disconnect } from '../../runtime/runtime.ts';
import { confirmSession, makeAccount, openSession, type TestAccount } from '../accounts/factories.ts';
import { isAlive, login, pendingToken, verify2fa } from '../accounts/sign-in.ts';
import { codeNow, type Enrolled, enrol, nextCodes, wrongCode } from '../accounts/totp.ts';
import { type Answer, call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

const server = testServer();

const SECOND = 1000;
const DAY = 86_400 * SECOND;

let account: TestAccount;
let factor: Enrolled;
const name = () => account.user.username;
const code = (steps = 0) => codeNow(server, factor.secret, steps);
const wrong = () => wrongCode(server, factor.secret);
const disable = async (typed: string, token = account.token) => {
  await confirmSession(server, { token });
  return call(server, 'POST', '/2fa/disable', { token, body: { token: typed } });
};

/** One o'clock of the next day, so that no test crosses midnight by accident. */
const nextMorning = () => {
  const now = server.clock.now().getTime();
  server.clock.advance(DAY - (now % DAY) + 3600 * SECOND);
};

beforeEach(async () => {
  nextMorning();
  account = await makeAccount(server);
  factor = await enrol(server, account.token);
});

afterEach(() => nextMorning());

/** Each opened session is recorded. Those in the table are limited in number. */
const sessions = async () =>
  (
    await server.sql(`select 1 from audit_event where action = 'sign-in' and actor_id = ?`, [
      account.user.user_id,
    ])
  ).length;
const counted = async () =>
  (
    await server.sql<{ tries_today: number; failed_in_row: number }>(
      'select tries_today, failed_in_row from two_factor where user_id = ?',
      [account.user.user_id],
    )
  )[0];
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();

describe('a used code', () => {
  it('is refused on every path, and does not count as a guess', async () => {
    const used = await code();
    expect((await login(server, name(), { code: used })).status).toBe(200);
    expect((await login(server, name(), { code: used })).status).toBe(401);
    const waiting = await pendingToken(server, name());
    for (let i = 0; i < 6; i += 1) expect((await verify2fa(server, waiting, used)).status).toBe(401);
    expect((await disable(used)).status).toBe(400);
    expect(await counted()).toEqual({ tries_today: 0, failed_in_row: 0 });
    expect((await verify2fa(server, waiting, await code(1))).status).toBe(200);
  });

  it('is refused after a later one was accepted: A, B, A', async () => {
    const [a, b] = [await code(), await code(1)];
    expect((await login(server, name(), { code: a })).status).toBe(200);
    expect((await login(server, name(), { code: b })).status).toBe(200);
    expect((await login(server, name(), { code: a })).status).toBe(401);
    const early = await code(-1);
    expect((await login(server, name(), { code: early })).status).toBe(401);
  });

  it('that turned the second factor on is refused at sign-in', async () => {
    const fresh = await makeAccount(server);
    const { body } = await call(server, 'POST', '/2fa/setup', { token: fresh.token });
    const first = await codeNow(server, body.manualEntryKey);
    const on = await call(server, 'POST', '/2fa/verify', { token: fresh.token, body: { token: first } });
    expect(on.status).toBe(200);
    expect((await login(server, fresh.user.username, { code: first })).status).toBe(401);
  });

  it('gives one session for ten concurrent sign-ins, twenty times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const before = await sessions();
      const waiting = await Promise.all(Array.from({ length: 4 }, () => pendingToken(server, name())));
      const right = await code();
      const answers = await Promise.all([
        ...waiting.flatMap((one) => [verify2fa(server, one, right), verify2fa(server, one, right)]),
        login(server, name(), { code: right }),
        login(server, name(), { code: right }),
      ]);
      expect(statuses(answers)).toEqual([200, ...Array(9).fill(401)]);
      expect((await sessions()) - before).toBe(1);
      nextCodes(server, 1);
    }
  });

  it('gives one session for ten concurrent uses of a recovery code', async () => {
    const before = await sessions();
    const waiting = await pendingToken(server, name());
    const [recovery = ''] = factor.recoveryCodes;
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => verify2fa(server, waiting, recovery)),
      ...Array.from({ length: 5 }, () => login(server, name(), { code: recovery })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await sessions()) - before).toBe(1);
  });
});

describe('guessing', () => {
  it('in parallel on every path is blocked after three for 30 s, correct codes included', async () => {
    const waiting = await Promise.all([pendingToken(server, name()), pendingToken(server, name())]);
    const guess = await wrong();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => login(server, name(), { code: guess })),
      ...waiting.flatMap((one) => [verify2fa(server, one, guess), verify2fa(server, one, guess)]),
      ...Array.from({ length: 4 }, () => disable(guess)),
    ]);
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(9);
    expect(await counted()).toEqual({ tries_today: 3, failed_in_row: 3 });

    server.clock.advance(29 * SECOND);
    const late = await Promise.all([
      login(server, name(), { code: await code() }),
      verify2fa(server, waiting[0] ?? '', await code()),
      disable(await code()),
      login(server, name(), { code: factor.recoveryCodes[0] ?? '' }),
    ]);
    for (const answer of late) {
      expect(answer).toMatchObject({
        status: 429,
        body: { error: 'Too many failed attempts. Please wait 1 seconds before trying again.' },
      });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    server.clock.advance(SECOND);
    expect((await login(server, name(), { code: await code() })).status).toBe(200);
    expect(await counted()).toEqual({ tries_today: 3, failed_in_row: 0 });
  });

  it('gets the specified message', async () => {
    await disable(await wrong());
    await disable(await wrong());
    const third = await disable(await wrong());
    expect(third.body.error).toBe(
      'Too many failed 2FA attempts. Please wait 30 seconds before trying again.',
    );
    expect(third.headers.get('retry-after')).toBe('30');
  });

  it('ten times in a row blocks for 15 minutes, for other addresses and sessions too', async () => {
    for (let tries = 1; tries <= 10; tries += 1) {
      expect((await disable(await wrong())).status).toBe(400);
      if (tries < 10) server.clock.advance(30 * SECOND);
    }
    server.clock.advance(899 * SECOND);
    const elsewhere = await openSession(server, account.user);
    expect((await disable(await code(), elsewhere)).status).toBe(429);
    expect((await login(server, name(), { code: await code() })).status).toBe(429);
    server.clock.advance(SECOND);
    expect((await login(server, name(), { code: await code() })).status).toBe(200);
  });

  it('is limited to fifty failures per day, regardless of successes; the limit resets the next day', async () => {
    for (let tries = 1; tries <= 50; tries += 1) {
      expect((await disable(await wrong())).status).toBe(400);
      server.clock.advance(tries % 10 === 0 ? 900 * SECOND : 30 * SECOND);
      if (tries !== 20) continue;
      expect((await login(server, name(), { code: await code() })).status).toBe(200);
      nextCodes(server);
    }
    expect(await counted()).toMatchObject({ tries_today: 50 });
    const over = await login(server, name(), { code: await code() });
    expect(over.status).toBe(429);
    const left = DAY - (server.clock.now().getTime() % DAY);
    expect(over.headers.get('retry-after')).toBe(String(Math.ceil(left / SECOND)));
    server.clock.advance(left);
    expect((await login(server, name(), { code: await code() })).status).toBe(200);
  });

  it.each(['', 'Pending', 'Bearer x'])('is refused without a pending token: %j', async (authorization) => {
    const headers = { authorization, 'x-totp-token': await code() };
    expect(await call(server, 'POST', '/auth/verify-2fa', { headers })).toMatchObject({
      status: 401,
      body: { error: MESSAGES.noPendingToken, code: 'UNAUTHORIZED' },
    });
  });

  it('five times invalidates a pending token', async () => {
    const waiting = await pendingToken(server, name());
    for (let tries = 1; tries <= 5; tries += 1) {
      expect((await verify2fa(server, waiting, await wrong())).status).toBe(401);
      if (tries === 3) server.clock.advance(30 * SECOND);
    }
    expect(await verify2fa(server, waiting, await code())).toMatchObject({
      status: 401,
      body: { error: 'This login has ended. Please log in again.' },
    });
    expect((await login(server, name(), { code: await code() })).status).toBe(200);
  });

  it('comes too late five minutes after the password', async () => {
    const [first, second] = [await pendingToken(server, name()), await pendingToken(server, name())];
    server.clock.advance(LIMITS.wrongCodes.pendingMinutes * 60 * SECOND - 1);
    expect((await verify2fa(server, first, await code())).status).toBe(200);
    server.clock.advance(1);
    nextCodes(server);
    expect(await verify2fa(server, second, await code())).toMatchObject({
      status: 401,
      body: { error: 'This login has ended. Please log in again.' },
    });
  });

  it('keeps its counts over a restart', async () => {
    for (let tries = 0; tries < 3; tries += 1) await disable(await wrong());
    const { config, clock, logger } = server.runtime;
    const runtime = await createRuntime({ config, database: { url: server.database.url }, logger, clock });
    const app = createApp({ runtime });
    try {
      const again = { url: await app.listen(0, '127.0.0.1') };
      expect((await login(again, name(), { code: await code() })).status).toBe(429);
      server.clock.advance(30 * SECOND);
      expect((await login(again, name(), { code: await code() })).status).toBe(200);
    } finally {
      await app.close();
      await disconnect(runtime);
    }
  });

  it('during setup counts too', async () => {
    const fresh = await makeAccount(server);
    const { body } = await call(server, 'POST', '/2fa/setup', { token: fresh.token });
    const verify = (typed: string) =>
      call(server, 'POST', '/2fa/verify', { token: fresh.token, body: { token: typed } });
    for (let tries = 0; tries < 3; tries += 1)
      expect((await verify(await wrongCode(server, body.manualEntryKey))).status).toBe(400);
    const setup = await call(server, 'POST', '/2fa/setup', { token: fresh.token });
    expect((await verify(await codeNow(server, setup.body.manualEntryKey))).status).toBe(429);
    server.clock.advance(30 * SECOND);
    expect((await verify(await codeNow(server, setup.body.manualEntryKey))).status).toBe(200);
  });

  it.each([
    '',
    '12345',
    '1234567',
    '12345a',
    "' or 1=1",
    '１２３４５６',
    '\u0661\u0662\u0663\u0664\u0665\u0666',
  ])('with a malformed code (%j) does not count and has no effect', async (typed) => {
    const answer = await disable(typed);
    expect(answer.status).toBe(400);
    expect(await counted()).toMatchObject({ tries_today: 0 });
  });
});

describe('CVE-2026-43914: paths that accept a code', () => {
  it('share one limit', async () => {
    const waiting = await pendingToken(server, name());
    expect((await login(server, name(), { code: await wrong() })).status).toBe(401);
    expect((await verify2fa(server, waiting, await wrong())).status).toBe(401);
    expect((await disable(await wrong())).status).toBe(400);
    for (const answer of [
      await login(server, name(), { code: await code() }),
      await verify2fa(server, waiting, await code()),
      await disable(await code()),
    ])
      expect(answer.status).toBe(429);
  });
});

describe('CVE-2026-27801: turning the second factor off', () => {
  it('counts its wrong codes', async () => {
    await disable(await wrong());
    expect(await counted()).toEqual({ tries_today: 1, failed_in_row: 1 });
  });

  it('cannot be done by a new setup', async () => {
    expect((await call(server, 'POST', '/2fa/setup', { token: account.token })).status).toBe(409);
    expect((await login(server, name())).body).not.toHaveProperty('token');
  });

  it('or on, concurrently with a new setup or a sign-in, ends in a consistent state', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fresh = await makeAccount(server);
      const setup = () => call(server, 'POST', '/2fa/setup', { token: fresh.token });
      const secret: string = (await setup()).body.manualEntryKey;
      const first = await codeNow(server, secret);
      const [on, again] = await Promise.all([
        call(server, 'POST', '/2fa/verify', { token: fresh.token, body: { token: first } }),
        setup(),
      ]);
      expect([200, 400]).toContain(on.status);
      expect(again.status).toBe(on.status === 200 ? 409 : 200);
      nextCodes(server);
      if (on.status !== 200) continue;
      const waiting = await pendingToken(server, fresh.user.username);
      const [off, second] = await Promise.all([
        call(server, 'POST', '/2fa/disable', {
          token: fresh.token,
          body: { token: await codeNow(server, secret) },
        }),
        verify2fa(server, waiting, await codeNow(server, secret, 1)),
      ]);
      expect([200, 400]).toContain(off.status);
      expect([200, 401]).toContain(second.status);
    }
  });
});

it('GHSA-p6x6-9mx6-26wj: a recovery code opens only its own account', async () => {
  const other = await makeAccount(server);
  const foreign = await enrol(server, other.token);
  for (const theirs of foreign.recoveryCodes.slice(0, 2))
    expect((await login(server, name(), { code: theirs })).status).toBe(401);
  expect(await counted()).toMatchObject({ tries_today: 2 });
  expect((await login(server, other.user.username, { code: foreign.recoveryCodes[0] ?? '' })).status).toBe(
    200,
  );
});

it('codes of one secret do not open another account', async () => {
  const other = await makeAccount(server);
  const foreign = await enrol(server, other.token);
  expect((await login(server, name(), { code: await codeNow(server, foreign.secret) })).status).toBe(401);
});

it('an encrypted secret is useless in another account', async () => {
  const thief = await makeAccount(server);
  const own = await enrol(server, thief.token);
  await server.sql(
    `update two_factor set secret = (select secret from two_factor where user_id = ?) where user_id = ?`,
    [thief.user.user_id, account.user.user_id],
  );
  expect((await login(server, name(), { code: await codeNow(server, own.secret) })).status).toBe(500);
  expect(server.log.takeErrors()).toHaveLength(1);
  expect(await isAlive(server, account.token)).toBe(true);
});
