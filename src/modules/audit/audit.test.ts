import { expect, it } from 'vitest';
import { newestAddressToken, unconfirm } from '../../testing/accounts/address-links.ts';
import { addPasskey } from '../../testing/accounts/authenticator.ts';
import { makeAccount, openSession, PASSWORD } from '../../testing/accounts/factories.ts';
import { askForReset } from '../../testing/accounts/reset.ts';
import { login, pendingToken, verify2fa } from '../../testing/accounts/sign-in.ts';
import { codeNow, enrol, nextCodes, wrongCode } from '../../testing/accounts/totp.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { WEBHOOK } from '../../testing/servers/discord-server.ts';

/** Nothing sends mail here: the tests take the tokens of links from the rows. */
const server = testServer({ SMTP_URL: 'smtp://127.0.0.1:9' });

const NEW = 'quite another password';

/** The audit events recorded during an action: `action: actor → target, ip`. */
async function recordedEvents(action: () => Promise<unknown>): Promise<string[]> {
  const [{ last } = { last: 0 }] = await server.sql<{ last: number }>(
    'select coalesce(max(event_id), 0) as last from audit_event',
  );
  const line = server.log.lines.length;
  const from = server.clock.now();
  await action();
  const rows = await server.sql<
    Record<'action' | 'actor_name' | 'target' | 'ip', string | null> & { at: Date }
  >('select action, actor_name, target, ip, at from audit_event where event_id > ? order by event_id', [
    last,
  ]);
  const logged = server.log.lines.slice(line).filter(({ category }) => category === 'security');
  expect(logged.map(({ action }) => action)).toEqual(rows.map(({ action }) => action));
  for (const at of rows.map((row) => new Date(row.at))) {
    expect(at >= from).toBe(true);
    expect(at <= server.clock.now()).toBe(true);
  }
  return rows.map(({ action, actor_name, target, ip }) => `${action}: ${actor_name} → ${target}, ${ip}`);
}

it('records successful and failed sign-ins', async () => {
  const { user } = await makeAccount(server, 'user', 'gary');
  expect(await recordedEvents(() => login(server, user.username))).toEqual([
    'sign-in: gary → gary, 127.0.0.1',
  ]);
  expect(await recordedEvents(() => login(server, 'gary', { password: 'wrong password' }))).toEqual([
    'sign-in.failed: null → gary, 127.0.0.1',
  ]);
  expect(await recordedEvents(() => login(server, 'nobody_at_all'))).toEqual([
    'sign-in.failed: null → null, 127.0.0.1',
  ]);
});

it('records the use of the second factor', async () => {
  const { token, user } = await makeAccount(server, 'user', 'erika');
  const { secret } = await enrol(server, token);
  let waiting = '';
  const start = async () => {
    waiting = await pendingToken(server, user.username);
  };
  expect(await recordedEvents(start)).toEqual(['sign-in.code-awaited: null → erika, 127.0.0.1']);
  const wrong = await wrongCode(server, secret);
  expect(await recordedEvents(() => verify2fa(server, waiting, wrong))).toEqual([
    'sign-in.code-refused: erika → erika, 127.0.0.1',
  ]);
  const right = await codeNow(server, secret);
  expect(await recordedEvents(() => verify2fa(server, waiting, right))).toEqual([
    'sign-in: erika → erika, 127.0.0.1',
  ]);
  nextCodes(server);
  const off = async (code: string) =>
    recordedEvents(() => call(server, 'POST', '/2fa/disable', { token, body: { token: code } }));
  expect(await off(await wrongCode(server, secret))).toEqual([
    'two-factor.refused: erika → erika, 127.0.0.1',
  ]);
  expect(await off(await codeNow(server, secret))).toEqual(['two-factor.disabled: erika → erika, 127.0.0.1']);
  expect(await recordedEvents(() => enrol(server, token))).toContain(
    'two-factor.enabled: erika → erika, 127.0.0.1',
  );
  expect(await recordedEvents(() => server.services().twoFactor.reset('erika'))).toEqual([
    'two-factor.reset: test → erika, 127.0.0.1',
  ]);
});

it('records changes of passwords and sessions', async () => {
  const { token, user } = await makeAccount(server, 'user', 'giovanni');
  const own = callerFor(server, token);
  const change = (oldPassword: string) => own.auth.changePassword({ oldPassword, newPassword: NEW });
  expect(await recordedEvents(() => change('wrong password').catch(() => undefined))).toEqual([
    'password.change-refused: giovanni → giovanni, 127.0.0.1',
  ]);
  expect(await recordedEvents(() => change(PASSWORD))).toEqual([
    'password.changed: giovanni → giovanni, 127.0.0.1',
  ]);
  expect(await recordedEvents(() => own.sessions.endOthers({}))).toEqual([
    'sessions.ended: giovanni → giovanni, 127.0.0.1',
  ]);
  expect(await recordedEvents(() => own.auth.logout({}))).toEqual([
    'sign-out: giovanni → giovanni, 127.0.0.1',
  ]);
  expect(
    await recordedEvents(async () => {
      const body = { token: await askForReset(server, user), newPassword: PASSWORD };
      await call(server, 'POST', '/email/reset-password', { body });
    }),
  ).toEqual([
    'password.reset-requested: test → giovanni, 127.0.0.1',
    'password.reset: giovanni → giovanni, 127.0.0.1',
  ]);
  expect(await recordedEvents(() => server.services().password.reset('giovanni', NEW))).toEqual([
    'password.reset-by-operator: test → giovanni, 127.0.0.1',
  ]);
  await openSession(server, user);
  expect(await recordedEvents(() => server.services().accountSessions.endAllOf('giovanni'))).toEqual([
    'sessions.ended: test → giovanni, 127.0.0.1',
  ]);
});

it('records the end of one session', async () => {
  const { token, user } = await makeAccount(server, 'user', 'surge');
  await openSession(server, user);
  const own = callerFor(server, token).sessions;
  const other = (await own.list({})).data.find(({ current }) => !current);
  expect(await recordedEvents(() => own.end({ id: other?.id ?? '' }))).toEqual([
    'session.ended: surge → surge, 127.0.0.1',
  ]);
});

it('records changes of email addresses, and links that are refused', async () => {
  const account = await makeAccount(server, 'user', 'misty');
  const own = callerFor(server, account.token).email;
  const use = async (purpose: 'confirm' | 'undo') => {
    const body = { token: await newestAddressToken(server, purpose) };
    return recordedEvents(() => call(server, 'POST', '/email/use-address-link', { body }));
  };
  await unconfirm(server, account);
  expect(await recordedEvents(() => server.services().addresses.confirmFor('misty'))).toEqual([
    'address.confirmed: test → misty, 127.0.0.1',
  ]);
  await unconfirm(server, account);
  expect(await recordedEvents(() => own.resendConfirmation({}))).toEqual([
    'address.link-requested: misty → misty, 127.0.0.1',
  ]);
  expect(await use('confirm')).toEqual(['address.confirmed: misty → misty, 127.0.0.1']);
  expect(await recordedEvents(() => own.changeAddress({ email: 'misty@example.net' }))).toEqual([
    'address.change-requested: misty → misty, 127.0.0.1',
  ]);
  expect(await use('confirm')).toEqual(['address.changed: misty → misty, 127.0.0.1']);
  expect(await use('confirm')).toEqual(['address.link-refused: null → null, 127.0.0.1']);
  expect(await use('undo')).toEqual(['address.change-undone: misty → misty, 127.0.0.1']);
});

it('records changes of passkeys and webhooks', async () => {
  const { user } = await makeAccount(server, 'user', 'sabrina');
  const { token } = await addPasskey(server, { user });
  const { notices, passkeys } = callerFor(server, token);
  const [passkey] = (await passkeys.list({})).data;
  const id = passkey?.id ?? '';
  const by = 'sabrina → sabrina, 127.0.0.1';
  expect(await recordedEvents(() => passkeys.rename({ id, name: 'Phone' }))).toEqual([
    `passkey.renamed: ${by}`,
  ]);
  expect(await recordedEvents(() => passkeys.remove({ id }))).toEqual([`passkey.removed: ${by}`]);
  expect(await recordedEvents(() => notices.setWebhook({ url: WEBHOOK }))).toEqual([
    `notices.webhook-set: ${by}`,
  ]);
  expect(await recordedEvents(() => notices.removeWebhook({}))).toEqual([`notices.webhook-removed: ${by}`]);
});

it('records the deletion of an account, without its name', async () => {
  const { token, user } = await makeAccount(server, 'user', 'blaine');
  const { account } = callerFor(server, token);
  const name = `deleted user ${user.user_id}`;
  expect(await recordedEvents(() => account.delete({ username: 'blaine' }))).toEqual([
    `account.deleted: ${name} → ${name}, 127.0.0.1`,
  ]);
});

it('records an export of sales', async () => {
  const exported = async () => Array.fromAsync((await server.services().saleExport.open({})).rows);
  expect(await recordedEvents(exported)).toEqual(['sales.exported: test → null, 127.0.0.1']);
});

it('records changes of roles, suspensions and settings', async () => {
  const admin = await makeAccount(server, 'admin', 'lance');
  const { user } = await makeAccount(server, 'user', 'koga');
  const patch = (path: string, body: unknown) =>
    call(server, 'PATCH', `/admin${path}`, { token: admin.token, body });
  expect(await recordedEvents(() => patch(`/users/${user.user_id}/role`, { role: 'checker' }))).toEqual([
    'account.role-changed: lance → koga, 127.0.0.1',
  ]);
  expect(
    await recordedEvents(() => patch(`/users/${user.user_id}/status`, { account_status: 'Suspended' })),
  ).toEqual(['account.status-changed: lance → koga, 127.0.0.1']);
  expect(await recordedEvents(() => patch('/settings/catalogue_generation', { value: '6' }))).toEqual([
    'setting.changed: lance → catalogue_generation, 127.0.0.1',
  ]);
});

it('records nothing for a request that is refused', async () => {
  const { token } = await makeAccount(server, 'checker');
  expect(
    await recordedEvents(() =>
      call(server, 'PATCH', '/admin/settings/catalogue_generation', { token, body: { value: '5' } }),
    ),
  ).toEqual([]);
});
