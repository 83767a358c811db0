import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAccount, makeSale, makeSprite, openSession } from '../testing/accounts/factories.ts';
import { type Answer, type Call, call } from '../testing/clients/rest-client.ts';
import { RestDocument, type Schema } from '../testing/rest/document.ts';
import {
  type Accounts,
  CALLERS,
  type Caller,
  DECISION,
  FULL,
  type Good,
  type Method,
  restRoutes,
} from '../testing/rest/routes.ts';
import { shapeOf } from '../testing/rest/shapes.ts';
import { fixture } from '../testing/run/fixture.ts';
import { testServer } from '../testing/run/server.ts';
import { reroutedFetch } from '../testing/servers/discord-reroute.ts';
import { startDiscord } from '../testing/servers/discord-server.ts';

const server = testServer();

const mapValues = <From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));

const accounts = {} as Accounts;
const ROUTES = restRoutes(server, accounts);

let document: RestDocument;
const discord = fixture(startDiscord, 'stop');

beforeAll(async () => {
  for (const role of ['checker', 'admin'] as const) accounts[role] = await makeAccount(server, role);
  await makeSprite(server, 445, 'Garchomp');
  for (const kind of ['item', 'pokemon'] as const)
    await makeSale(server, { kind, by: accounts.admin, status: 'approved', traits: FULL });
  document = await RestDocument.of(server);
  vi.stubGlobal('fetch', reroutedFetch(discord.url));
});
// Calls delete it, and change its password, its address and its second factor.
beforeEach(async () => {
  accounts.user = await makeAccount(server);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Parameters of paths that name nothing. */
const NOTHING: Record<string, string> = {
  ...{ id: '2147483000', pokemon_id: '25', form: 'Nothing', name: 'Nothing', token: 'nothing' },
  ...{ key: 'nothing', file: 'general-2000-01-01.log', category: 'general', type: 'item' },
};
const NO_PASSKEY = '0195d7a0-0000-7000-8000-000000000000';
/** Bodies that name nothing, of calls that have no parameter in their path. */
const NOTHING_IN_BODY: Record<string, Good['body']> = {
  'POST /reports': { sale_id: 2_147_483_000, reason: 'wrong_price', comment: 'It was 2m.' },
  'PATCH /admin/duplicates': { sale_ids: [2_147_483_000, 2_147_483_001] },
  'DELETE /notices/webhook': undefined,
};

/** Calls for what does not exist. */
async function requestNothing(route: string): Promise<Answer> {
  const [method, path] = route.split(' ') as [Method, string];
  const good: Good = Object.hasOwn(NOTHING_IN_BODY, route)
    ? { body: NOTHING_IN_BODY[route] }
    : ((await ROUTES[route]?.[2]?.()) ?? {});
  const [, query] = good.path?.split('?') ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    path.startsWith('/passkeys') ? NO_PASSKEY : (NOTHING[name] ?? ''),
  );
  const role = ROUTES[route]?.[0] ?? 'visitor';
  const token = role === 'visitor' ? undefined : await openSession(server, accounts[role].user);
  return call(server, method, query ? `${filled}?${query}` : filled, { token, body: good.body });
}

/** Makes a valid call, or one with an additional field or parameter. */
async function request(route: string, by: Caller, stray = false): Promise<Answer> {
  const [method, path] = route.split(' ') as [Method, string];
  const { path: given = '', body, headers }: Good = (await ROUTES[route]?.[2]?.()) ?? {};
  const segments = given.split('/');
  const filled = given.startsWith('?')
    ? path + given
    : path.replace(/\{\w+\}/g, () => segments.shift() ?? '');
  // A session per call, since signing out is among the calls.
  const token = by === 'visitor' ? undefined : await openSession(server, accounts[by].user);
  if (!stray) return call(server, method, filled, { token, body, headers });
  // Neither of them has a body.
  return method === 'GET' || method === 'DELETE'
    ? call(server, method, `${filled}${filled.includes('?') ? '&' : '?'}stray=1`, { token })
    : call(server, method, filled, { token, body: { ...body, stray: 1 } });
}

const entryOf = (like: unknown, key: string | number): unknown =>
  like !== null && typeof like === 'object'
    ? Object.entries(like).find(([name]) => name === `${key}`)?.[1]
    : like;

/** The fields of a schema or a shape, without their types. Of a choice, the alternative that looks like the other. */
function fieldsOf(of: Schema, like: unknown): unknown {
  const choices = of.anyOf ?? of.oneOf;
  if (choices) {
    const all = choices.map((choice) => fieldsOf(choice, like));
    return all.find((fields) => isDeepStrictEqual(fields, like)) ?? all[0];
  }
  if (of.items) return [fieldsOf(of.items, entryOf(like, 0))];
  if (!of.properties) return of.additionalProperties ? like : 'value';
  return Object.fromEntries(
    Object.entries(of.properties).map(([key, property]) => [key, fieldsOf(property, entryOf(like, key))]),
  );
}
const fieldsOfShape = (shape: unknown): unknown =>
  Array.isArray(shape)
    ? shape.map(fieldsOfShape)
    : // An object with arbitrary fields counts as one value.
      shape !== null && typeof shape === 'object' && Object.keys(shape).length > 0
      ? mapValues(shape as Record<string, unknown>, fieldsOfShape)
      : 'value';

describe.each(Object.entries(ROUTES))('%s', (route, [least, shape]) => {
  it('responds according to the contract and the document', async () => {
    const answer = await request(route, least);
    expect({ status: answer.status, shape: shapeOf(answer.body) }).toEqual({ status: 200, shape });
    expect(document.issuesOf(route, answer)).toEqual([]);
    const schema = document.schemaOf(route, 200);
    const fields = fieldsOfShape(shape);
    expect(fieldsOf(schema, fields)).toEqual(fields);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    // Public responses may be cached but must be revalidated, except those for a reset link.
    const isForAll = least === 'visitor' && /^GET \/(?!email)/.test(route);
    expect(answer.headers.get('cache-control')).toBe(isForAll ? 'no-cache' : 'no-store');
  });

  it.each(CALLERS.slice(0, CALLERS.indexOf(least)))('refuses a %s', async (caller) => {
    const answer = await request(route, caller);
    const refusal =
      caller === 'visitor'
        ? { status: 401, code: 'UNAUTHORIZED', reason: 'SIGN_IN_REQUIRED', error: 'Please log in first.' }
        : {
            status: 403,
            code: 'FORBIDDEN',
            reason: 'ROLE_REQUIRED',
            error: 'Your role does not allow this.',
          };
    const { status, ...body } = refusal;
    expect(answer).toMatchObject({
      status,
      body: { ...body, request_id: answer.headers.get('x-request-id') },
    });
    expect(document.issuesOf(route, answer)).toEqual([]);
  });

  it('refuses an unknown field', async () => {
    const answer = await request(route, least, true);
    const message = 'Unknown field: stray';
    const request_id = answer.headers.get('x-request-id');
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body).toEqual({
      error: message,
      code: 'BAD_REQUEST',
      details: [message],
      fields: { stray: message },
      request_id,
    });
    expect(document.issuesOf(route, answer)).toEqual([]);
  });
});

it.each(Object.keys(ROUTES).filter((route) => route.includes('{') || Object.hasOwn(NOTHING_IN_BODY, route)))(
  '%s responds for what does not exist as documented',
  async (route) => {
    const answer = await requestNothing(route);
    expect([200, 404]).toContain(answer.status);
    expect(document.statusesOf(route).includes('404')).toBe(answer.status === 404);
    expect(document.issuesOf(route, answer)).toEqual([]);
  },
);

it('documents 404 for no other call', () => {
  const others = Object.keys(ROUTES).filter(
    (route) => !route.includes('{') && !Object.hasOwn(NOTHING_IN_BODY, route),
  );
  expect(others.filter((route) => document.statusesOf(route).includes('404'))).toEqual([]);
});

it('responds to a conflict as documented, with the earlier decision', async () => {
  const route = 'PATCH /items/{id}/status';
  const by = { token: await openSession(server, accounts.checker.user), body: DECISION };
  const path = `/items/${await makeSale(server, { by: accounts.user })}/status`;
  await call(server, 'PATCH', path, by);
  const answer = await call(server, 'PATCH', path, by);
  expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT', reason: 'ALREADY_REVIEWED' } });
  expect(shapeOf(answer.body)).toEqual({
    error: 'string',
    code: 'string',
    reason: 'string',
    decided: { by: 'string', at: 'string' },
    request_id: 'string',
  });
  expect(document.issuesOf(route, answer)).toEqual([]);
});

it.each<[what: string, status: number, code: string, Method, path: string, Call?]>([
  ['an unknown path', 404, 'NOT_FOUND', 'GET', '/nowhere'],
  ['an unknown word in place of an id', 404, 'NOT_FOUND', 'GET', '/pokemon/nothing'],
  ['a method that a path does not have', 405, 'METHOD_NOT_SUPPORTED', 'DELETE', '/items'],
  [
    'a body that is not JSON',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'POST',
    '/auth/login',
    { headers: { 'content-type': 'text/plain' }, body: 'x' },
  ],
  [
    'a body of a megabyte',
    413,
    'PAYLOAD_TOO_LARGE',
    'POST',
    '/auth/login',
    { body: { username: 'x'.repeat(1e6) } },
  ],
])('responds to %s with the common error shape', async (_what, status, code, method, path, request) => {
  const answer = await call(server, method, path, request);
  expect(answer).toMatchObject({ status, body: { code } });
  expect(shapeOf(answer.body)).toMatchObject({ error: 'string', code: 'string', request_id: 'string' });
});

it('lists the methods of a path with the refusal of another one', async () => {
  const answer = await fetch(`${server.url}/api/follows`, { method: 'PUT' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(await answer.json()).toMatchObject({
    error: 'This method is not supported: use GET or POST.',
  });
});

it('reports that it is alive and ready', async () => {
  const alive = await fetch(`${server.url}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive' }]);
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', checks: { database: 'ok', migrations: 'ok' } },
  ]);
});
