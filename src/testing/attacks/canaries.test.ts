import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { itemSubmission, makeSale } from '../accounts/factories.ts';
import { newestResetToken, resetLinkIn } from '../accounts/reset.ts';
import { codeNow, nextCodes, wrongCode } from '../accounts/totp.ts';
import { callerFor } from '../clients/callers.ts';
import { type Answer, type Call, call } from '../clients/rest-client.ts';
import { TestSocket } from '../clients/socket.ts';
import { testMailJobs } from '../run/mail-jobs.ts';
import { testServer } from '../run/server.ts';
import { readable } from '../servers/mail-server.ts';
import { Canaries, everythingStored, type SecretKind } from './canaries.ts';

/**
 * activepieces PR 13055, elastic/apm-agent-nodejs#786: secrets of every kind pass through the whole API. The test then
 * searches for their values in everything that was written, instead of trusting a list of field names.
 */
const server = testServer({ PUBLIC_URL: 'http://market.example' });
const mails = testMailJobs(server);

const canaries = new Canaries();
const secret = (kind: SecretKind, value: string) => canaries.keep(kind, value);

const refusals: Answer[] = [];

/** Makes a call and keeps refusals. */
async function run(method: 'GET' | 'POST' | 'PATCH', path: string, options: Call = {}) {
  const answer = await call(server, method, path, options);
  if (answer.status >= 400) refusals.push(answer);
  return answer;
}

/** Sends tRPC something that is not JSON, which parsers quote in what they throw. */
async function runMalformed(method: 'GET' | 'POST', path: string, body?: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/trpc/${path}`, { method, headers, ...(body && { body }) });
  expect(response.status).toBe(400);
  refusals.push({ status: response.status, body: await response.json(), headers: response.headers });
}

async function sendMalformed(message: string) {
  const socket = await TestSocket.open(server);
  socket.send(message);
  refusals.push({ status: 400, body: await socket.next(), headers: new Headers() });
  await socket.close();
}

const NAME = 'canary_bird';
const passwordOf = (what: string) => secret('password', `canary password ${what} 1x9z`);

async function everything(): Promise<void> {
  const first = passwordOf('first');
  const email = `${NAME}@example.org`;
  const registered = await run('POST', '/auth/register', {
    body: { username: NAME, email, password: first },
  });
  const token = secret('session token', registered.body.token);
  // Refused in every possible way.
  await run('POST', '/auth/register', { body: { username: NAME, email, password: passwordOf('taken') } });
  await run('POST', '/auth/register', {
    body: { username: 'a', email, password: passwordOf('invalid'), extra: 1 },
  });
  await run('POST', '/auth/login', { body: { username: NAME, password: passwordOf('wrong') } });
  await run('POST', '/auth/login', { body: { username: passwordOf('as name'), password: first } });
  await run('POST', '/auth/login', { body: { username: passwordOf('as@name'), password: first } });
  await run('POST', '/auth/login', { body: `{"username":"${NAME}","password":"${passwordOf('broken')}"` });
  const unquoted = secret('password', 'canary7pass');
  for (const malformed of [unquoted, `{"password":${unquoted}}`]) {
    await runMalformed('POST', 'auth.login', malformed);
    await runMalformed('GET', `auth.profile?input=${encodeURIComponent(malformed)}`);
    await sendMalformed(malformed);
  }
  await run('POST', '/auth/login', {
    body: { password: passwordOf('alone'), username: [passwordOf('list')] },
  });
  const guess = secret('session token', 'canary-token-that-nobody-has-0123456789');
  await run('GET', '/auth/profile', { token: guess });
  await run('GET', '/auth/profile', { headers: { authorization: `Basic ${guess}` } });

  const setup = await run('POST', '/2fa/setup', { token });
  const key = secret('TOTP secret', setup.body.manualEntryKey);
  const code = async (steps = 0) => secret('code', await codeNow(server, key, steps));
  await run('POST', '/2fa/verify', { token, body: { token: secret('code', await wrongCode(server, key)) } });
  const enabled = await run('POST', '/2fa/verify', { token, body: { token: await code() } });
  const [recoveryCode = ''] = (enabled.body.recoveryCodes as string[]).map((one) =>
    secret('recovery code', one),
  );
  nextCodes(server);

  const signIn = () => run('POST', '/auth/login', { body: { username: NAME, password: first } });
  const verify = (pending: string, typed: string) =>
    run('POST', '/auth/verify-2fa', {
      headers: { authorization: `Pending ${pending}`, 'x-totp-token': typed },
    });
  const waiting = secret('pending token', (await signIn()).body.pendingToken);
  await run('GET', '/auth/profile', { headers: { authorization: `Pending ${waiting}` } });
  await verify(waiting, secret('code', await wrongCode(server, key)));
  secret('session token', (await verify(waiting, await code())).body.token);
  await verify(waiting, await code(1));
  const another = secret('pending token', (await signIn()).body.pendingToken);
  secret('session token', (await verify(another, recoveryCode)).body.token);
  secret('pending token', (await signIn()).body.pendingToken);

  const changed = passwordOf('changed');
  const { auth, sessions } = callerFor(server, token);
  await auth
    .changePassword({ oldPassword: passwordOf('not old'), newPassword: changed })
    .catch(() => undefined);
  await auth.changePassword({ oldPassword: first, newPassword: changed });
  await sessions.list({});
  await run('POST', '/items/submit', { token, body: itemSubmission() });
  await run('GET', '/items', { token });
  await makeSale(server);

  await run('POST', '/email/request-password-reset', { body: { username: NAME } });
  // A link that has been used would not be mailed.
  await vi.waitUntil(() => mails.server.received.some(resetLinkIn), { timeout: 60_000 });
  await run('POST', '/email/request-password-reset', { body: { username: passwordOf('asked for') } });
  const reset = secret('reset token', await newestResetTokenOf());
  await run('GET', `/email/validate-reset-token/${reset}`);
  const guessed = secret('reset token', 'canary-reset-token-that-nobody-has-0123456789');
  await run('GET', `/email/validate-reset-token/${guessed}`);
  const by = (value: string, newPassword: string) =>
    run('POST', '/email/reset-password', { body: { token: value, newPassword } });
  await by(guessed, passwordOf('guessed'));
  await by(reset, passwordOf('reset'));
  await by(reset, passwordOf('again'));
  const operators = passwordOf('by an operator');
  await server.services().password.reset(NAME, operators);

  // The resets ended all sessions and pending sign-ins: open new ones for the database search.
  const signInAnew = (headers: Record<string, string> = {}) =>
    run('POST', '/auth/login', { headers, body: { username: NAME, password: operators } });
  nextCodes(server);
  secret('session token', (await signInAnew({ 'x-totp-token': await code() })).body.token);
  secret('pending token', (await signInAnew()).body.pendingToken);

  // An unexpected error during a sign-in.
  nextCodes(server);
  await server.sql('alter table session rename to session_elsewhere');
  await signInAnew({ 'x-totp-token': await code() });
  await run('GET', '/auth/profile', { token });
  await server.sql('alter table session_elsewhere rename to session');
  expect(server.log.takeErrors()).toHaveLength(2);
}

async function newestResetTokenOf(): Promise<string> {
  await server.sql('delete from password_reset where user_id is null');
  return newestResetToken(server);
}

beforeAll(everything);
afterAll(() => expect(refusals.length).toBeGreaterThan(12));

describe('no secret', () => {
  it('is missing from this test', () => {
    expect(canaries.kinds).toEqual([
      'TOTP secret',
      'code',
      'password',
      'pending token',
      'recovery code',
      'reset token',
      'session token',
    ]);
    expect(canaries.values.every((value) => typeof value === 'string' && value.length > 5)).toBe(true);
  });

  it('is in a log line', () => {
    expect(server.log.lines.length).toBeGreaterThan(30);
    expect(server.log.lines.filter((line) => line.category === 'security').length).toBeGreaterThan(10);
    expect(canaries.found(JSON.stringify(server.log.lines))).toEqual([]);
  });

  it('is in the log files', async () => {
    await server.logs.flush();
    const folder = path.join(server.runtime.config.dataDir, 'logs');
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    expect(files.join('')).toContain(NAME);
    expect(canaries.found(files.join(''))).toEqual([]);
  });

  it('is in the database, where passwords, tokens and codes are hashed and keys encrypted', async () => {
    await server.logs.flush();
    const dump = await everythingStored(server);
    expect(dump).toContain('log_entry {');
    expect(dump).toContain(NAME);
    expect(dump).toContain('"action":"password.changed"');
    expect(dump).toContain('mail.password-reset');
    expect(canaries.found(dump)).toEqual([]);
    expect(dump).not.toContain(server.runtime.config.secret);
  });

  it('is in an email, except the link of a reset', async () => {
    await mails.settled();
    const found = mails.server.received.map((mail) => ({
      hasLink: resetLinkIn(mail) !== undefined,
      secrets: canaries.found(`${mail.source}\n${readable(mail)}`),
    }));
    expect(found.filter(({ hasLink }) => hasLink)).toEqual([{ hasLink: true, secrets: ['reset token'] }]);
    expect(found.filter(({ hasLink }) => !hasLink).flatMap(({ secrets }) => secrets)).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });

  it('is in an error response', () => {
    const texts = refusals.map(({ body, headers }) => JSON.stringify([body, [...headers]]));
    expect(canaries.found(texts.join('\n'))).toEqual([]);
  });
});
