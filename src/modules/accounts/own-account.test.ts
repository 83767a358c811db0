import { beforeEach, describe, expect, it } from 'vitest';
import { DATA_PARTS, type DataPart } from '../../contract/accounts/account-data.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sha256 } from '../../lib/crypto.ts';
import { addPasskey } from '../../testing/accounts/authenticator.ts';
import {
  makeAccount,
  makeSale,
  openSession,
  suspend,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { askForReset } from '../../testing/accounts/reset.ts';
import { isAlive, login, pendingToken } from '../../testing/accounts/sign-in.ts';
import { enrol } from '../../testing/accounts/totp.ts';
import { everythingStored } from '../../testing/attacks/canaries.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { makeFollow } from '../../testing/market/follows.ts';
import { report } from '../../testing/market/reports.ts';
import { testServer } from '../../testing/run/server.ts';
import { WEBHOOK, WEBHOOK_TOKEN } from '../../testing/servers/discord-server.ts';
import { addToInbox } from '../inbox/inbox.ts';

const server = testServer();

let red: TestAccount;
beforeEach(async () => {
  red = await makeAccount(server);
});

const remove = ({ token, user }: TestAccount, username = user.username) =>
  callerFor(server, token).account.delete({ username });
const stored = async ({ user }: TestAccount) =>
  (await server.sql('select * from account where user_id = ?', [user.user_id]))[0];
const nameOf = ({ user }: TestAccount) => `deleted user ${user.user_id}`;

describe('deleting the own account', () => {
  it('erases the person and keeps the sales', async () => {
    const sale = await makeSale(server, { by: red, status: 'approved' });
    const list = () => call(server, 'GET', '/items?submitted_by=&limit=100');
    const shownName = async () =>
      (await list()).body.data.find(({ sale_id }: { sale_id: number }) => sale_id === sale)
        .submitted_by_username;
    // Cached with the name.
    expect(await shownName()).toBe(red.user.username);
    const second = await openSession(server, red.user);

    expect(await remove(red)).toEqual({ message: 'Your account is deleted.' });
    expect(await shownName()).toBe(nameOf(red));
    expect(await stored(red)).toMatchObject({
      username: nameOf(red),
      email: '',
      email_confirmed_at: null,
      role: 'user',
      account_status: 'Suspended',
      last_login: null,
    });
    for (const token of [red.token, second]) expect(await isAlive(server, token)).toBe(false);
    for (const name of [red.user.username, red.user.email, nameOf(red)])
      expect((await login(server, name)).status).toBe(401);
    // The name is free again.
    expect((await makeAccount(server, 'user', red.user.username)).user.user_id).not.toBe(red.user.user_id);
  });

  it('leaves the name in the audit and other logs only, and the address nowhere', async () => {
    const blue = await makeAccount(server, 'user', 'canary_of_deletion');
    await enrol(server, blue.token);
    await pendingToken(server, blue.user.username);
    await askForReset(server, blue.user);
    await callerFor(server, blue.token).email.changeAddress({ email: 'second_canary@example.org' });
    await makeSale(server, { by: blue, status: 'approved' });
    const session = await openSession(server, blue.user);
    await callerFor(server, session).account.delete({ username: blue.user.username });

    const tables = await server.sql<{ tables: string[] }>(
      `select array_agg(conrelid::regclass::text) as tables from pg_constraint
       where confrelid = 'account'::regclass and contype = 'f' and confdeltype = 'c'`,
    );
    expect(tables[0]?.tables.length).toBeGreaterThan(6);
    for (const table of tables[0]?.tables ?? [])
      expect(await server.sql(`select from ${table} where user_id = ?`, [blue.user.user_id]), table).toEqual(
        [],
      );
    // The email that confirms the deletion still needs the address.
    await server.sql('delete from account_deleted_mail');
    const lines = (await everythingStored(server))
      .split('\n')
      .filter((line) => /canary/.test(line) && !/^public\.(audit_event|log_entry) /.test(line));
    expect(lines).toEqual([]);
    expect(await everythingStored(server)).not.toContain('canary@example');
  });

  it('needs the right username and a recent confirmation', async () => {
    await expect(remove(red, 'somebody')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    server.clock.advance(LIMITS.confirmationMinutes * 60_000);
    await expect(remove(red)).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' });
    expect(await stored(red)).toMatchObject({ username: red.user.username, deleted_at: null });
  });

  it('is refused for the last active admin', async () => {
    await server.sql(`update account set role = 'user' where role = 'admin'`);
    const [first, second] = [await makeAccount(server, 'admin'), await makeAccount(server, 'admin')];
    const outcomes = await Promise.allSettled([remove(first), remove(second)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes[0]?.status === 'rejected' ? first : second;
    await expect(remove(refused)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored(refused)).toMatchObject({ role: 'admin', deleted_at: null });
  });

  it('hides the account from admins, who cannot activate it', async () => {
    const admin = await makeAccount(server, 'admin');
    const own = callerFor(server, admin.token).admin;
    const before = (await own.users({})).total_users;
    await remove(red);
    expect(await own.users({ search: 'deleted user' })).toMatchObject({ data: [], total_users: before - 1 });
    await expect(
      own.setAccountStatus({ id: red.user.user_id, account_status: 'Active' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'This account has been deleted.' });
    await expect(server.services().accountRemoval.remove(red.user.user_id)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('leaves nothing for an operator to support', async () => {
    await remove(red);
    const { accountSessions, addresses, password, twoFactor } = server.services();
    const calls: ((name: string) => Promise<unknown>)[] = [
      (name) => addresses.confirmFor(name),
      (name) => password.reset(name, 'another password'),
      (name) => twoFactor.reset(name),
      (name) => accountSessions.endAllOf(name),
    ];
    for (const call of calls) await expect(call(nameOf(red))).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('by an operator works for suspended accounts too', async () => {
    await suspend(server, red);
    await server.services().accountRemoval.remove(red.user.username);
    expect(await stored(red)).toMatchObject({ username: nameOf(red) });
  });
});

describe('the export of the own data', () => {
  const page = (part: DataPart, after = 0) => callerFor(server, red.token).account.data({ part, after });

  it('contains profile, sessions, sales, events and actions', async () => {
    const sale = await makeSale(server, { by: red, kind: 'pokemon', price: 12_345 });
    const other = await makeSale(server);
    expect((await page('account')).rows).toMatchObject([
      { username: red.user.username, email: red.user.email, two_factor: false },
    ]);
    expect((await page('sessions')).rows).toMatchObject([{ user_agent: 'vitest', ip: '127.0.0.1' }]);
    const sales = (await page('sales')).rows;
    expect(sales).toMatchObject([{ sale_id: sale, name: 'Garchomp', price: 12_345, status: 'pending' }]);
    expect(sales.map(({ sale_id }) => sale_id)).not.toContain(other);
    expect((await page('events')).rows).toMatchObject([{ sale_id: sale, type: 'submitted' }]);
    expect((await page('actions')).rows.map(({ action }) => action)).toEqual(['account.data-exported']);
  });

  it('contains the inbox and the settings of notices, which are deleted with the account', async () => {
    const entry = { kind: 'submission_rejected', user_id: red.user.user_id, sale_id: null } as const;
    const data = { name: 'Garchomp', reason: 'no proof' };
    await addToInbox(server.scope().em, [{ ...entry, key: 'a', data }], server.clock.now());
    const { notices } = callerFor(server, red.token);
    await notices.setWebhook({ url: WEBHOOK });
    await notices.save({ approved: { inbox: false, email: false } });
    const [inbox] = (await page('inbox')).rows;
    expect(inbox).toMatchObject({ entry_id: expect.any(Number), kind: 'submission_rejected', read_at: null });
    expect(JSON.parse(String(inbox?.data))).toEqual(data);
    expect((await page('notices')).rows).toEqual([
      { submissions: '{"approved": {"email": false, "inbox": false}}' },
    ]);
    expect((await page('channels')).rows).toEqual([
      { channel: 'discord', failing_since: null, last_error: null, paused_at: null },
    ]);
    await remove(red);
    for (const table of ['inbox_entry', 'notice_settings', 'notice_channel'])
      expect(await server.sql(`select from ${table} where user_id = ?`, [red.user.user_id])).toEqual([]);
  });

  it('contains passkeys by name', async () => {
    const { token } = await addPasskey(server, red);
    const { rows } = await callerFor(server, token).account.data({ part: 'passkeys' });
    expect(rows).toEqual([
      { name: 'Unknown device', synced: expect.any(Boolean), created: expect.any(String), last_used: null },
    ]);
  });

  /** Columns that are not in the file: keys, secrets, what follows from others, and what is of other people. */
  const WITHHELD: Partial<Record<DataPart, readonly string[]>> = {
    account: ['username_skeleton', 'password_hash', 'deleted_at'],
    sessions: ['token_hash', 'replaced_hash', 'replaced_at', 'id', 'user_id', 'confirmed_at', 'expires'],
    passkeys: ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'],
    channels: ['user_id', 'sealed', 'key_id', 'failures', 'wait_until', 'leased_until'],
    sales: [
      ...['name_key', 'item_id', 'species_id', 'perfect_ivs', 'submitted_by', 'decided_by', 'deleted_at'],
      ...['version', 'import_key'],
    ],
    reports: ['reporter_id', 'decided_by', 'sale_version'],
    follows: ['user_id', 'key', 'xid'],
  };
  const TABLES = {
    ...{ account: 'account', sessions: 'session', passkeys: 'passkey', sales: 'sale' },
    ...{ reports: 'sale_report', follows: 'follow', channels: 'notice_channel' },
  } as const;

  it.each(Object.entries(TABLES) as [keyof typeof TABLES, string][])(
    'contains every column of the %s that is not withheld',
    async (part, table) => {
      await makeSale(server, { by: red, kind: 'pokemon' });
      await report(server, await makeSale(server, { status: 'approved' }), { by: red });
      await makeFollow(server, red);
      const own = callerFor(server, (await addPasskey(server, red)).token);
      await own.notices.setWebhook({ url: WEBHOOK });
      const columns = await server.sql<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = ?`,
        [table],
      );
      const [row = {}] = (await own.account.data({ part })).rows;
      const shown = Object.keys(row).map((name) => (name === 'email_confirmed' ? `${name}_at` : name));
      const missing = columns.map(({ name }) => name).filter((name) => !shown.includes(name));
      expect(missing.toSorted()).toEqual(WITHHELD[part]?.toSorted());
    },
  );

  it('contains no secret', async () => {
    const { secret } = await enrol(server, red.token);
    await server.services(red.actor).notices.setWebhook(WEBHOOK);
    const all = JSON.stringify(await Promise.all(DATA_PARTS.map((part) => page(part))));
    const [{ password_hash } = {}] = await server.sql('select password_hash from account where user_id = ?', [
      red.user.user_id,
    ]);
    for (const hidden of [secret, red.token, sha256(red.token), String(password_hash), WEBHOOK_TOKEN])
      expect(all).not.toContain(hidden);
  });

  it('comes in pages without gaps', async () => {
    const total = LIMITS.dataPage + 3;
    await server.sql(
      `insert into audit_event (action, actor_id, at) select 'test.action', ?, now() from generate_series(1, ?)`,
      [red.user.user_id, total],
    );
    const first = await page('actions');
    const second = await page('actions', first.next ?? 0);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([LIMITS.dataPage, 3, null]);
    const ids = [...first.rows, ...second.rows].map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(total);

    const rows = [];
    for await (const row of await server.services().accountData.rows(red.user.username)) rows.push(row);
    expect(rows.filter(({ part }) => part === 'actions')).toHaveLength(total);
  });
});
