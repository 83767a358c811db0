import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openScope } from '../../trpc/procedures.ts';
import { appRouter } from '../../trpc/router.ts';
import { itemSubmission, makeAccount, makeSale, PASSWORD, type TestAccount } from '../accounts/factories.ts';
import { login } from '../accounts/sign-in.ts';
import { contextFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

const server = testServer();

type Definition = { type: string; inputs: z.ZodType[]; output?: z.ZodType };
const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([path, { _def }]) => ({ path, ..._def }));

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

type Shape = ReturnType<typeof schemaOf>;

/** The object schemas of an input; a union has several. */
const objectsOf = (shape: Shape): Shape[] => (shape.oneOf as Shape[]) ?? (shape.anyOf as Shape[]) ?? [shape];

const account = async ({ user }: TestAccount) =>
  (
    await server.sql('select role, account_status, username from account where user_id = ?', [user.user_id])
  )[0];

/** Fields that an attacker would add to any body. */
const EXTRA = [
  { role: 'admin' },
  { account_status: 'Active' },
  { user_id: 1 },
  { userId: 1 },
  { passwordHash: 'x' },
  { submitted_by: 1 },
  { approved_by: 1 },
  { is_admin: true },
];

it('a call stores nothing after the role that admitted it was withdrawn', async () => {
  const { token, user } = await makeAccount(server, 'checker');
  const { em } = await openScope(contextFor(server, token), true);
  await em.transactional(async () => undefined);
  await server.services().accounts.setRole(user.user_id, 'user');
  const late = em.transactional(async () => undefined);
  await expect(late).rejects.toMatchObject({ code: 'ROLE_CHANGED' });
});

describe('mass assignment', () => {
  it.each(procedures.filter(({ inputs }) => inputs.length > 0))(
    '$path accepts no undeclared field',
    ({ inputs }) => {
      for (const object of inputs.flatMap((input) => objectsOf(schemaOf(input, 'input'))))
        expect(object.additionalProperties).toBe(false);
    },
  );

  it.each(procedures)('$path declares its input', ({ inputs }) => expect(inputs.length).toBeGreaterThan(0));

  it.each(EXTRA)(
    'of %j by registering, submitting or changing a password is refused and changes nothing',
    async (extra) => {
      const someone = await makeAccount(server);
      const { token } = someone;
      const before = await account(someone);
      const name = `climber_${Object.keys(extra)[0]}`;
      const registration = { username: name, email: `${name}@example.org`, password: PASSWORD, ...extra };
      const attempts = [
        await call(server, 'POST', '/auth/register', { body: registration }),
        await call(server, 'POST', '/auth/login', {
          body: { username: someone.user.username, password: PASSWORD, ...extra },
        }),
        await call(server, 'POST', '/items/submit', { token, body: itemSubmission(extra) }),
        await call(server, 'POST', '/auth/logout', { token, body: extra }),
      ];
      for (const { status, body } of attempts) {
        expect(status).toBe(400);
        expect(body.details).toEqual([`Unknown field: ${Object.keys(extra)[0]}`]);
      }
      expect(await account(someone)).toEqual(before);
      expect(await server.sql('select 1 from account where username = ?', [name])).toEqual([]);
    },
  );

  it('of a prototype (CVE-2026-34220, CVE-2026-34221) has no effect', async () => {
    const { token, user } = await makeAccount(server);
    const bodies = [
      '{"username":"x","__proto__":{"role":"admin"}}',
      '{"username":"x","constructor":{"prototype":{"role":"admin"}}}',
      '{"username":{"$ne":null},"password":{"$ne":null}}',
      '{"username":["a"],"password":"x"}',
      `{"username":"${user.username}' or ''='","password":"x"}`,
    ];
    for (const body of bodies) {
      const signIn = await call(server, 'POST', '/auth/login', { body });
      expect([400, 401]).toContain(signIn.status);
      expect((await call(server, 'POST', '/items/submit', { token, body })).status).toBe(400);
    }
    for (const query of ['__proto__[role]=admin', 'item_name[$ne]=x', 'constructor.prototype.role=admin'])
      expect((await call(server, 'GET', `/items?${query}`, { token })).status).toBe(400);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });
});

describe('the ways to a session', () => {
  it('are only registering, signing in by password or passkey, the second step, and confirming in a session', () => {
    const minting = procedures.filter(
      ({ output }) => output && /"(token|pendingToken)"/.test(JSON.stringify(schemaOf(output, 'output'))),
    );
    expect(minting.map(({ path }) => path).toSorted()).toEqual([
      'auth.confirm',
      'auth.login',
      'auth.register',
      'auth.verify2fa',
      'passkeys.confirm',
      'passkeys.signIn',
    ]);
  });
});

describe('a role', () => {
  it('takes effect at the next call, up and down, and keeps sessions', async () => {
    const admin = await makeAccount(server, 'admin');
    const other = await makeAccount(server);
    const setRole = (role: string) =>
      call(server, 'PATCH', `/admin/users/${other.user.user_id}/role`, {
        token: admin.token,
        body: { role },
      });
    const settings = async () =>
      (await call(server, 'GET', '/admin/settings', { token: other.token })).status;
    expect(await settings()).toBe(403);
    expect((await setRole('admin')).body.user).toMatchObject({
      role: 'admin',
      username: other.user.username,
    });
    expect(await settings()).toBe(200);
    await setRole('user');
    expect(await settings()).toBe(403);
  });

  it('can be changed only by admins, for other accounts, to an existing role', async () => {
    const checker = await makeAccount(server, 'checker');
    const admin = await makeAccount(server, 'admin');
    await makeAccount(server, 'admin');
    const patch = (id: number, token: string, path: string, body: unknown) =>
      call(server, 'PATCH', `/admin/users/${id}/${path}`, { token, body });
    const own = checker.user.user_id;
    expect((await patch(own, checker.token, 'role', { role: 'admin' })).status).toBe(403);
    expect((await patch(own, checker.token, 'status', { account_status: 'Active' })).status).toBe(403);
    expect((await patch(admin.user.user_id, admin.token, 'role', { role: 'user' })).status).toBe(409);
    expect(
      (await patch(admin.user.user_id, admin.token, 'status', { account_status: 'Suspended' })).status,
    ).toBe(409);
    expect((await patch(own, admin.token, 'role', { role: 'owner' })).status).toBe(400);
    expect((await patch(2_000_000_000, admin.token, 'role', { role: 'user' })).status).toBe(404);
  });

  it('of admin keeps at least one holder, even when two demote each other at once', async () => {
    await server.sql(`update account set role = 'user'`);
    const [first, second] = [await makeAccount(server, 'admin'), await makeAccount(server, 'admin')];
    // Both were admins when their calls began.
    const take = (by: TestAccount, from: TestAccount) =>
      server.services(by.actor).accounts.setRole(from.user.user_id, 'user');
    const taken = await Promise.allSettled([take(first, second), take(second, first)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = await server.sql(`select 1 from account where role = 'admin' and account_status = 'Active'`);
    expect(left).toHaveLength(1);
  });
});

it('a checker cannot decide their own sale by its id', async () => {
  const checker = await makeAccount(server, 'checker');
  const id = await makeSale(server, { by: checker });
  for (const [path, body] of [
    [`/items/${id}`, { price: 7 }],
    [`/items/${id}/status`, { status: 'approved' }],
    [`/pokemon/${id}/status`, { status: 'approved' }],
  ] as const)
    expect((await call(server, 'PATCH', path, { token: checker.token, body })).status).toBe(404);
  expect((await login(server, checker.user.username)).status).toBe(200);
});
