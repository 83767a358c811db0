import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { todayUtc } from '../contract/shared/dates.ts';
import { makeDuplicates, scanForDuplicates } from '../testing/duplicates.ts';
import {
  itemSubmission,
  makeAccount,
  makeSale,
  makeSprite,
  openSession,
  PASSWORD,
  pokemonSubmission,
  type TestAccount,
} from '../testing/factories.ts';
import { askForReset } from '../testing/reset.ts';
import { type Answer, type Call, call } from '../testing/rest-client.ts';
import { pageShape, SHAPES, shapeOf } from '../testing/rest-shapes.ts';
import { testServer } from '../testing/server.ts';
import { pendingToken } from '../testing/sign-in.ts';
import { codeNow, enrol, switchingCode } from '../testing/totp.ts';

const server = testServer();

const mapValues = <From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));

const CALLERS = ['visitor', 'user', 'checker', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
type Method = Parameters<typeof call>[1];

/** The minimum role, the response, and a valid call: segments or query of the path, and the body. */
type Route = [least: Caller, answer: unknown, good?: () => Good | Promise<Good>];
interface Good {
  path?: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

const FULL = { level: 50, held_item: 'Choice Band', is_shiny: false };
const LINK = 'https://forum.example/thread/9';
const DECISION = { status: 'approved', review_notes: 'checked' };

const accounts = {} as Record<Exclude<Caller, 'visitor'>, TestAccount>;
const pending = async (kind: 'item' | 'pokemon') =>
  String(await makeSale(server, { kind, by: accounts.user, traits: FULL }));
const duplicate = async (kind: 'item' | 'pokemon') => {
  const [, id] = await makeDuplicates(server, { kind, by: accounts.user });
  await scanForDuplicates(server);
  return id;
};
const SPRITE = { pokemon_id: 25, pokemon_name: 'Pikachu', imgur_url: 'https://imgur.com/pika' };
let sprites = 0;
const sprite = async () => {
  sprites += 1;
  return String(await makeSprite(server, 25, 'Pikachu', `Costume ${sprites}`));
};
const { signedIn, user, item, pokemon, review, submitted, suggestion, history } = SHAPES;

/** A line without metadata is the newest. */
const logged = async (): Promise<Good> => {
  server.log.logger.info('a line for the log');
  await server.logs.flush();
  return {};
};

/** Every path of docs/api.md. */
const ROUTES: Record<string, Route> = {
  'POST /auth/register': [
    'visitor',
    signedIn,
    () => ({ body: { username: 'newcomer', email: 'newcomer@example.org', password: PASSWORD } }),
  ],
  'POST /auth/login': [
    'visitor',
    signedIn,
    () => ({ body: { username: accounts.admin.user.username, password: PASSWORD } }),
  ],
  'POST /email/request-password-reset': [
    'visitor',
    SHAPES.message,
    () => ({ body: { username: accounts.user.user.username } }),
  ],
  'GET /email/validate-reset-token/{token}': [
    'visitor',
    { valid: 'boolean', username: 'string' },
    async () => ({ path: await askForReset(server, accounts.user.user) }),
  ],
  'POST /email/reset-password': [
    'visitor',
    SHAPES.message,
    async () => ({ body: { token: await askForReset(server, accounts.user.user), newPassword: PASSWORD } }),
  ],
  'POST /auth/verify-2fa': [
    'visitor',
    signedIn,
    async () => {
      const { user: enrolled, token } = await makeAccount(server);
      const { secret } = await enrol(server, token);
      const waiting = await pendingToken(server, enrolled.username);
      const code = await codeNow(server, secret);
      return { headers: { authorization: `Pending ${waiting}`, 'x-totp-token': code } };
    },
  ],
  'GET /auth/profile': ['user', { user: { ...user, lastLogin: 'null' } }],
  'POST /auth/logout': ['user', SHAPES.message],
  'GET /2fa/status': ['user', SHAPES.factorStatus],
  'POST /2fa/setup': [
    'user',
    SHAPES.factorSetup,
    async () => {
      await switchingCode(server, accounts.user, false);
      return {};
    },
  ],
  'POST /2fa/verify': [
    'user',
    { message: 'string', recoveryCodes: ['string'] },
    async () => ({ body: { token: await switchingCode(server, accounts.user, false) } }),
  ],
  'POST /2fa/disable': [
    'user',
    SHAPES.message,
    async () => ({ body: { token: await switchingCode(server, accounts.user, true) } }),
  ],
  'POST /items/submit': ['user', submitted, () => ({ body: itemSubmission() })],
  'POST /pokemon/submit': ['user', submitted, () => ({ body: pokemonSubmission() })],
  'GET /items': ['visitor', pageShape(item)],
  'GET /pokemon': ['visitor', pageShape(pokemon)],
  'PATCH /items/{id}/status': [
    'checker',
    { ...item, ...review },
    async () => ({ path: await pending('item'), body: DECISION }),
  ],
  'PATCH /pokemon/{id}/status': [
    'checker',
    { ...pokemon, ...review },
    async () => ({ path: await pending('pokemon'), body: DECISION }),
  ],
  'PATCH /items/{id}': ['checker', item, async () => ({ path: await pending('item'), body: { price: 7 } })],
  'PATCH /pokemon/{id}': [
    'checker',
    pokemon,
    async () => ({ path: await pending('pokemon'), body: { price: 7 } }),
  ],
  'GET /items/search/autocomplete': ['visitor', { data: [suggestion] }, () => ({ path: '?query=master' })],
  'GET /pokemon/search/autocomplete': [
    'visitor',
    { data: [{ ...suggestion, image_url: 'string' }] },
    () => ({ path: '?query=garchomp' }),
  ],
  'GET /items/price-history/{name}': [
    'visitor',
    { item_name: 'string', ...history },
    () => ({ path: 'master%20ball' }),
  ],
  'GET /pokemon/price-history/{name}': [
    'visitor',
    { pokemon_name: 'string', ...history },
    () => ({ path: 'garchomp' }),
  ],
  'GET /pokemon/sprite/{pokemon_id}/{form}': ['visitor', SHAPES.sprite, () => ({ path: '445/normal' })],
  'GET /abilities': ['visitor', { data: [SHAPES.ability] }],
  'PATCH /admin/items/{id}': [
    'admin',
    { ...item, ...review },
    async () => ({
      path: await pending('item'),
      body: { ...DECISION, date_sold: '2025-01-01', proof_url: LINK },
    }),
  ],
  'PATCH /admin/pokemon/{id}': [
    'admin',
    { ...pokemon, ...review },
    async () => ({ path: await pending('pokemon'), body: { ...DECISION, price: 7, nature: 'bold' } }),
  ],
  'DELETE /admin/items/{id}': ['admin', SHAPES.message, async () => ({ path: await pending('item') })],
  'DELETE /admin/pokemon/{id}': ['admin', SHAPES.message, async () => ({ path: await pending('pokemon') })],
  'GET /logs/files': ['admin', { files: [SHAPES.logFile] }, () => logged()],
  'GET /logs/content/{file}': [
    'admin',
    { file: 'string', lines: [SHAPES.logEntry] },
    async () => ({ ...(await logged()), path: `general-${todayUtc()}.log?lines=1` }),
  ],
  'GET /logs/category/{category}': [
    'admin',
    { logs: [SHAPES.logEntry] },
    async () => ({ ...(await logged()), path: 'general?limit=1' }),
  ],
  'GET /admin/stats': ['admin', SHAPES.stats],
  'GET /admin/users': [
    'admin',
    { ...pageShape({ ...user, lastLogin: 'null' }), total_users: 'number' },
    () => ({ path: `?search=${accounts.user.user.username}` }),
  ],
  'GET /admin/items': ['admin', pageShape({ ...item, approved_by: 'null' })],
  'GET /admin/pokemon': ['admin', pageShape({ ...pokemon, approved_by: 'null' })],
  'GET /admin/sprites': ['admin', pageShape(SHAPES.spriteEntry)],
  'POST /admin/sprites': ['admin', SHAPES.spriteEntry, () => ({ body: { ...SPRITE, variant: 'Shiny' } })],
  'PATCH /admin/sprites/{id}': [
    'admin',
    SHAPES.spriteEntry,
    async () => ({ path: await sprite(), body: { ...SPRITE, variant: 'Female' } }),
  ],
  'DELETE /admin/sprites/{id}': ['admin', SHAPES.message, async () => ({ path: await sprite() })],
  'GET /admin/duplicates': [
    'admin',
    SHAPES.duplicates,
    async () => {
      await duplicate('item');
      await duplicate('pokemon');
      return {};
    },
  ],
  'POST /admin/duplicates/scan': ['admin', { job_id: 'string' }],
  'DELETE /admin/duplicates/{type}/{id}': [
    'admin',
    SHAPES.message,
    async () => ({ path: `pokemon/${await duplicate('pokemon')}` }),
  ],
  'GET /admin/settings': ['admin', { data: [SHAPES.setting] }],
  'PATCH /admin/settings/{key}': [
    'admin',
    SHAPES.setting,
    () => ({ path: 'catalogue_generation', body: { value: '5' } }),
  ],
  'PATCH /admin/users/{id}/role': [
    'admin',
    { user: { ...user, lastLogin: 'null' } },
    () => ({ path: String(accounts.user.user.user_id), body: { role: 'user' } }),
  ],
  'PATCH /admin/users/{id}/status': [
    'admin',
    { user: { ...user, lastLogin: 'null' } },
    () => ({ path: String(accounts.user.user.user_id), body: { account_status: 'Active' } }),
  ],
};

interface Schema {
  anyOf?: Schema[];
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
}
let document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

beforeAll(async () => {
  for (const role of ['user', 'checker', 'admin'] as const) accounts[role] = await makeAccount(server, role);
  await makeSprite(server, 445, 'Garchomp');
  for (const kind of ['item', 'pokemon'] as const)
    await makeSale(server, { kind, by: accounts.user, status: 'approved', traits: FULL });
  document = (await call(server, 'GET', '/openapi.json')).body;
});

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

/** The documented schema of a route's response with this status. */
function documented(route: string, status: number): Schema {
  const [method = '', path = ''] = route.split(' ');
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses;
  const said = (responses?.[status] ?? responses?.default)?.content['application/json'].schema;
  const schema = said?.$ref ? document.components.schemas[said.$ref.split('/').at(-1) ?? ''] : said;
  if (!schema) throw new Error(`The document has no response for ${route} with ${status}`);
  return schema;
}

/** Violations of the document's schema by a response. */
const faultsByDocument = (route: string, { status, body }: Answer) =>
  z.fromJSONSchema(documented(route, status) as never).safeParse(body).error?.issues ?? [];

/** The fields of a schema or a shape, without their types. */
const fieldsOf = (of: Schema): unknown =>
  of.items ? [fieldsOf(of.items)] : of.properties ? mapValues(of.properties, fieldsOf) : 'value';
const fieldsOfShape = (shape: unknown): unknown =>
  Array.isArray(shape)
    ? shape.map(fieldsOfShape)
    : // An object with arbitrary fields counts as one value.
      shape !== null && typeof shape === 'object' && Object.keys(shape).length > 0
      ? mapValues(shape as Record<string, unknown>, fieldsOfShape)
      : 'value';

it('documents exactly the paths of the contract', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

const FILTERS = ['min_price', 'max_price', 'date_from', 'date_to', 'proof', 'query'];
const TRAITS = [
  ...['nature', 'ability', 'form', 'hidden_power', 'is_shiny', 'min_perfect_ivs', 'min_level', 'max_level'],
  ...['atk_iv', 'def_iv', 'speed_iv', 'spatk_iv', 'spdef_iv', 'hp_iv'].flatMap((iv) => [
    `min_${iv}`,
    `max_${iv}`,
  ]),
];
const LIST = ['status', 'exact', 'page', 'limit', 'sort', 'order', ...FILTERS];

it.each([
  ['/items', ['item_name', ...LIST]],
  ['/pokemon', ['pokemon_name', ...LIST, ...TRAITS]],
  ['/items/search/autocomplete', ['query', 'limit']],
  ['/items/price-history/{name}', ['name', 'days', ...FILTERS]],
  ['/pokemon/price-history/{name}', ['name', 'days', ...FILTERS, ...TRAITS]],
])('documents exactly the parameters of %s', (path, parameters) => {
  const names = document.paths[path]?.get?.parameters?.map(({ name }) => name);
  expect(names?.toSorted()).toEqual(parameters.toSorted());
});

it('documents each parameter of a path as required', () => {
  const parameters = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path');
  expect(parameters.length).toBeGreaterThan(10);
  expect(parameters.filter(({ required }) => !required)).toEqual([]);
});

describe.each(Object.entries(ROUTES))('%s', (route, [least, shape]) => {
  it('responds according to the contract and the document', async () => {
    const answer = await request(route, least);
    expect({ status: answer.status, shape: shapeOf(answer.body) }).toEqual({ status: 200, shape });
    expect(faultsByDocument(route, answer)).toEqual([]);
    const schema = documented(route, 200);
    expect((schema.anyOf ?? [schema]).map(fieldsOf)).toContainEqual(fieldsOfShape(shape));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    // Public responses may be cached but must be revalidated, except those for a reset link.
    const isForAll = least === 'visitor' && /^GET \/(?!email)/.test(route);
    expect(answer.headers.get('cache-control')).toBe(isForAll ? 'no-cache' : 'no-store');
  });

  it.each(CALLERS.slice(0, CALLERS.indexOf(least)))('refuses a %s', async (caller) => {
    const answer = await request(route, caller);
    const refusal =
      caller === 'visitor'
        ? { status: 401, code: 'UNAUTHORIZED', error: 'Please sign in first.' }
        : { status: 403, code: 'FORBIDDEN', error: 'Your role does not allow this.' };
    const { status, ...body } = refusal;
    expect(answer).toMatchObject({
      status,
      body: { ...body, request_id: answer.headers.get('x-request-id') },
    });
    expect(faultsByDocument(route, answer)).toEqual([]);
  });

  it('refuses an unknown field', async () => {
    const answer = await request(route, least, true);
    const message = 'Unknown field: stray';
    const request_id = answer.headers.get('x-request-id');
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body).toEqual({ error: message, code: 'BAD_REQUEST', details: [message], request_id });
    expect(faultsByDocument(route, answer)).toEqual([]);
  });
});

it('responds to a conflict as documented, with the earlier decision', async () => {
  const route = 'PATCH /items/{id}/status';
  const by = { token: accounts.checker.token, body: DECISION };
  const path = `/items/${await pending('item')}/status`;
  await call(server, 'PATCH', path, by);
  const answer = await call(server, 'PATCH', path, by);
  expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(shapeOf(answer.body)).toEqual({
    error: 'string',
    code: 'string',
    decided: { by: 'string', at: 'string' },
    request_id: 'string',
  });
  expect(faultsByDocument(route, answer)).toEqual([]);
});

it.each<[what: string, status: number, code: string, Method, path: string, Call?]>([
  ['an unknown path', 404, 'NOT_FOUND', 'GET', '/nowhere'],
  ['a method that a path does not have', 404, 'NOT_FOUND', 'DELETE', '/items'],
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
  expect(shapeOf(answer.body)).toEqual({ error: 'string', code: 'string', request_id: 'string' });
});

it('serves interactive documentation', async () => {
  const page = await fetch(`${server.url}/api/docs`);
  const assets = [...(await page.text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address);
  expect(assets).toHaveLength(3);
  for (const address of assets)
    expect(await fetch(new URL(`${address}`, `${server.url}/api/docs`))).toMatchObject({ status: 200 });
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
