import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EVER } from '../src/contract/review/reviewer-audit.ts';
import { SecretBox } from '../src/lib/secret-box.ts';
import { sealWebhook } from '../src/modules/notices/webhooks.ts';
import { unconfirm } from '../src/testing/accounts/address-links.ts';
import { makeAccount, makeSale } from '../src/testing/accounts/factories.ts';
import { isAlive, login, verify2fa } from '../src/testing/accounts/sign-in.ts';
import { codeNow, enrol } from '../src/testing/accounts/totp.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { makeApprovals } from '../src/testing/market/approvals.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testServer } from '../src/testing/run/server.ts';
import { startRedis } from '../src/testing/servers/redis-server.ts';
import { runProgram } from './program.ts';

const runCommand = cliCommand(runProgram);
const server = testServer();
const NEW = 'quite another password';
const REASON = ['--reason', 'Approved faulty sales'];
const folder = testFolder();
const redis = fixture(startRedis, 'stop');

type More = { input?: string; APP_SECRET?: string; APP_SECRETS_OLD?: string; REDIS_URL?: string };

const cli = (args: string[], { input, ...more }: More = {}) => {
  const settings = {
    DATABASE_URL: server.database.url,
    DATA_DIR: folder,
    APP_SECRET: server.runtime.config.secret,
    ...more,
  };
  // Only a separate process writes its log to standard error.
  const run = args.includes('--verbose') ? runCli : runCommand;
  return run(args, { settings, ...(input !== undefined && { input }) });
};

it('suspends and activates', async () => {
  const { token, user } = await makeAccount(server);
  const suspended = await cli(['users', 'suspend', user.username, ...REASON, '--json']);
  const audit = ['audit', 'list', '--target', user.username, '--action', 'account.status-changed'];
  expect((await cli(audit)).stdout).toContain(REASON[1]);
  expect(JSON.parse((await cli([...audit, '--json'])).stdout).data).toMatchObject([
    { action: 'account.status-changed', target: user.username, detail: { after: 'Suspended' } },
  ]);
  expect(JSON.parse(suspended.stdout).user).toMatchObject({ account_status: 'Suspended' });
  expect(await isAlive(server, token)).toBe(false);
  expect((await login(server, user.username)).status).toBe(401);
  expect((await cli(['users', 'activate', user.username])).stdout).toBe(
    `${user.username} is active and can log in.\n`,
  );
  expect(await isAlive(server, token)).toBe(false);
  expect((await login(server, user.username)).status).toBe(200);
});

it('says that an account is already suspended or active, and records nothing', async () => {
  const { user } = await makeAccount(server);
  const events = () =>
    server.sql(`select from audit_event where action = 'account.status-changed' and target = ?`, [
      user.username,
    ]);
  const activate = () => cli(['users', 'activate', user.username]);
  const suspend = (...more: string[]) => cli(['users', 'suspend', user.username, ...REASON, ...more]);
  const already = (status: string) => ({ code: 0, stdout: `${user.username} is already ${status}.\n` });
  expect(await activate()).toMatchObject(already('active'));
  expect(await events()).toHaveLength(0);
  await suspend();
  expect(await suspend()).toMatchObject(already('suspended'));
  expect(await events()).toHaveLength(1);
  expect((await suspend('--reject-pending')).stdout).toBe(
    `${user.username} was already suspended; the reason is unchanged. Pending sales rejected: 0.\n`,
  );
  expect(await events()).toHaveLength(1);
});

it('confirms an address whose mail did not arrive, once, and lists who has none', async () => {
  const { user } = await makeAccount(server);
  const listed = async () => (await cli(['users', 'list', '--search', user.username])).stdout;
  await unconfirm(server, { user });
  expect(await listed()).toContain(`${user.email} (unconfirmed)`);
  const confirm = () => cli(['users', 'confirm-address', user.username.toUpperCase()]);
  expect((await confirm()).stdout).toBe(`The email address of ${user.username} is confirmed.\n`);
  expect(await listed()).not.toContain('unconfirmed');
  expect(await confirm()).toMatchObject({
    code: 4,
    stderr: `error: The email address of ${user.username} is already confirmed.\n`,
  });
  const audited = `select actor_name from audit_event where action = 'address.confirmed' and target = ?`;
  expect(await server.sql(audited, [user.username])).toHaveLength(1);
});

it('exports the data of an account to a file that only its owner can read; a wrong name leaves the file alone', async () => {
  const { user } = await makeAccount(server);
  const file = path.join(folder, 'data.ndjson');
  await writeFile(file, 'of an earlier export', { mode: 0o644 });
  const written = await cli(['users', 'export', user.username, '--out', file, '--json']);
  const text = await readFile(file, 'utf8');
  const exported = text.trimEnd().split('\n').length;
  expect(JSON.parse(written.stdout)).toEqual({ exported, format: 'ndjson', file });
  expect(text).toContain(user.email);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { stdout } = await cli(['users', 'export', user.username, '--json']);
  expect(JSON.parse(stdout)).toHaveLength(exported);
  const array = path.join(folder, 'data.json');
  await cli(['users', 'export', user.username, '--out', array]);
  expect(JSON.parse(await readFile(array, 'utf8'))).toHaveLength(exported);
  expect((await cli(['users', 'export', 'nobody_at_all', '--out', file])).code).not.toBe(0);
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('suspends for a reason, returns approvals and rejects pending sales', async () => {
  const checker = await makeAccount(server, 'checker', 'ash_k');
  const made = [...(await makeApprovals(server, checker, 2)), await makeSale(server, { by: checker })];
  const options = [...REASON, '--return-approvals', '--reject-pending'];
  expect(await cli(['users', 'suspend', 'ash_k', ...options])).toMatchObject({
    code: 0,
    stdout:
      'ash_k is suspended and logged out everywhere. Approvals returned to review: 2. Pending sales rejected: 1.\n',
  });
  const sales = await server.sql(
    'select status, count(*)::int as sales from sale where sale_id = any(?) group by status order by status',
    [`{${made.join()}}`],
  );
  expect(sales).toEqual([
    { status: 'pending', sales: 2 },
    { status: 'rejected', sales: 1 },
  ]);
  const [event] = await server.sql(
    `select detail->>'reason' as reason from audit_event where action = 'account.status-changed' and target = 'ash_k'`,
  );
  expect(event).toEqual({ reason: 'Approved faulty sales' });
  const again = await cli(['users', 'suspend', 'ash_k', ...REASON, '--return-approvals', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ run: null, rejected: 0 });
  for (const [reason, message] of [
    [[], "required option '--reason <text>' not specified"],
    [['--reason', ' '], 'A reason is required'],
  ] as const)
    expect(await cli(['users', 'suspend', 'ash_k', ...reason])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}\n`),
    });
});

it('resumes the return of a suspension that was interrupted', async () => {
  const checker = await makeAccount(server, 'checker');
  await makeApprovals(server, checker, 2);
  const { username, user_id } = checker.user;
  await server
    .services()
    .suspensions.suspend(user_id, { reason: 'Faulty sales', return_since: EVER, reject_pending: false });
  expect(await cli(['users', 'suspend', username, ...REASON, '--return-approvals'])).toMatchObject({
    code: 0,
    stdout: `${username} was already suspended; the reason is unchanged. Approvals returned to review: 2.\n`,
    stderr: expect.stringMatching(/^Resuming the return that was started on /),
  });
});

it('refuses to suspend the last admin (exit code 4)', async () => {
  const { user } = await makeAccount(server, 'admin');
  const refused = await cli(['users', 'suspend', user.username, ...REASON]);
  expect(refused).toMatchObject({ code: 4, stdout: '' });
  expect(refused.stderr).toBe('error: This is the last active admin. Make another account an admin first.\n');
});

it('CVE-2025-62174: resets a password, ends every session and still requires the second factor', async () => {
  const { token, user } = await makeAccount(server);
  const { secret } = await enrol(server, token);
  const args = ['users', 'reset-password', user.username, '--password-stdin'];
  expect(await cli(args, { input: 'short' })).toMatchObject({ code: 2, stdout: '' });
  expect(await isAlive(server, token)).toBe(true);
  const reset = await cli([...args, '--verbose'], { input: `${NEW}\n` });
  expect(reset.code).toBe(0);
  expect(reset.stdout + reset.stderr).not.toContain(NEW);
  expect(await isAlive(server, token)).toBe(false);
  expect((await login(server, user.username)).status).toBe(401);
  const { pendingToken } = (await login(server, user.username, { password: NEW })).body;
  expect((await verify2fa(server, pendingToken, await codeNow(server, secret))).status).toBe(200);
});

it('resets the password of and deletes the account with an address, and names it', async () => {
  const { user } = await makeAccount(server);
  const reset = ['users', 'reset-password', user.email, '--password-stdin', '--json'];
  expect(JSON.parse((await cli(reset, { input: NEW })).stdout)).toEqual({ reset: user.username });
  expect((await cli(['users', 'delete', user.email, '--yes'])).stdout).toBe(
    `${user.username} is deleted. The sales stay, without the name.\n`,
  );
});

it('ends after a reset that has used Redis', async () => {
  const { user } = await makeAccount(server);
  const given = { input: `${NEW}\n`, REDIS_URL: redis.url };
  expect(
    await cli(['users', 'reset-password', user.username, '--password-stdin', '--verbose'], given),
  ).toMatchObject({ code: 0 });
});

it('does not prompt without a terminal, and reports unknown accounts', async () => {
  const { user } = await makeAccount(server);
  expect(await cli(['users', 'reset-password', user.username])).toMatchObject({ code: 2, stdout: '' });
  expect(await cli(['users', 'reset-password', 'nobody'])).toMatchObject({
    code: 3,
    stderr: 'error: There is no such account: nobody.\n',
  });
  expect(await cli(['users', 'suspend', 'nobody', ...REASON])).toMatchObject({ code: 3, stdout: '' });
  for (const command of ['activate', 'disable-2fa', 'sessions', 'end-sessions'])
    expect(await cli(['users', command, 'nobody'])).toMatchObject({ code: 3, stdout: '' });
});

it('turns two-factor authentication off, once', async () => {
  const { token, user } = await makeAccount(server);
  await enrol(server, token);
  expect(JSON.parse((await cli(['users', 'disable-2fa', user.email, '--json'])).stdout)).toEqual({
    disabled: user.username,
  });
  expect(await isAlive(server, token)).toBe(false);
  expect((await login(server, user.username)).body).toHaveProperty('token');
  expect((await cli(['users', 'disable-2fa', user.username])).code).toBe(4);
});

it('lists sessions and ends them', async () => {
  const { token, user } = await makeAccount(server);
  const listed = await cli(['users', 'sessions', user.username, '--json']);
  expect(JSON.parse(listed.stdout).data).toMatchObject([{ device: 'Unknown device', address: '127.0.0.1' }]);
  expect(listed.stdout).not.toContain(token);
  expect((await cli(['users', 'end-sessions', user.email])).stdout).toBe(
    `Ended 1 session of ${user.username}.\n`,
  );
  expect(await isAlive(server, token)).toBe(false);
});

it('re-encrypts two-factor secrets when the old secret is given', async () => {
  const { token, user } = await makeAccount(server);
  const { secret } = await enrol(server, token);
  const former = server.runtime.config.secret;
  const next = 'another secret, also 32 characters long';
  const stored = async () =>
    (await server.sql<{ key_id: string }>('select distinct key_id from two_factor')).map((row) => row.key_id);
  const before = await stored();
  expect(await cli(['secrets', 'rotate'], { APP_SECRET: next })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^error: \d+ stored second factors? cannot be decrypted: put the secret .* into APP_SECRETS_OLD/,
    ),
  });
  expect(await stored()).toEqual(before);

  const lost = new SecretBox(['a secret that nobody has now'], 'webhooks');
  await sealWebhook(server.scope().em, lost, user.user_id, 'https://discord.com/api/webhooks/1/token');
  const failed = await cli(['secrets', 'rotate'], { APP_SECRET: next, APP_SECRETS_OLD: former });
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(await stored()).toEqual(before);
  await server.sql('delete from notice_channel');

  expect(
    await cli(['settings', 'set', 'discord_webhook_url', 'https://discord.com/api/webhooks/1/token']),
  ).toMatchObject({ code: 0 });
  const events = () =>
    server.sql<{ detail: unknown }>(`select detail from audit_event where action = 'secrets.rotated'`);
  const answer = await cli(['secrets', 'rotate', '--json'], { APP_SECRET: next, APP_SECRETS_OLD: former });
  const { rotated } = JSON.parse(answer.stdout);
  expect(rotated).toBeGreaterThan(1);
  expect(await events()).toEqual([{ detail: { two_factor: rotated - 1, settings: 1, discord: 0 } }]);
  expect(await stored()).not.toEqual(before);
  const reverted = await cli(['secrets', 'rotate', '--json'], { APP_SECRETS_OLD: next });
  expect(reverted.code).toBe(0);
  expect(await stored()).toEqual(before);
  const recorded = (await events()).length;
  expect((await cli(['secrets', 'rotate'])).stdout).toBe('Re-encrypted 0 secrets.\n');
  expect(await events()).toHaveLength(recorded);
  expect((await login(server, user.username, { code: await codeNow(server, secret) })).status).toBe(200);
});

it('exports and deletes an account', async () => {
  const { token, user } = await makeAccount(server, 'user', 'leaving_user');
  const exported = await cli(['users', 'export', user.username]);
  const rows = exported.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows[0]).toMatchObject({ part: 'account', username: user.username, email: user.email });
  expect(rows.map(({ part }) => part)).toContain('sessions');
  expect(exported.stdout).not.toContain(token);

  expect((await cli(['users', 'delete', user.username])).code).toBe(2);
  expect((await cli(['users', 'delete', 'nobody_at_all'])).code).toBe(3);
  const deleted = await cli(['users', 'delete', user.username, '--yes', '--json']);
  expect(JSON.parse(deleted.stdout)).toEqual({ deleted: user.username });
  expect(await isAlive(server, token)).toBe(false);
  expect((await cli(['users', 'delete', user.username, '--yes'])).code).toBe(3);
});
