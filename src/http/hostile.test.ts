import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  itemSubmission,
  makeAccount,
  makeSale,
  pokemonSubmission,
  type TestAccount,
} from '../testing/accounts/factories.ts';
import { testAccount } from '../testing/accounts/test-account.ts';
import { call } from '../testing/clients/rest-client.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer();

const user = testAccount(server);
const admin = testAccount(server, 'admin');

interface Raw {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

/** A raw request, without the checks and corrections of `fetch`. */
async function raw(path: string, { method = 'GET', headers = {}, body = '' }: Raw = {}) {
  const length = Buffer.byteLength(body);
  const outgoing = httpRequest(`${server.url}/api${path}`, {
    method,
    headers: { ...(length > 0 && { 'content-length': length }), ...headers },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode ?? 0, body: JSON.parse(await text(incoming)) };
}

const salesOf = async ({ user: { user_id } }: TestAccount) =>
  (await server.sql('select 1 from sale where submitted_by = ?', [user_id])).length;

describe('Authorization', () => {
  it.each<[what: string, header: (token: string) => string, status: number]>([
    ['the scheme in mixed case', (token) => `bEaReR ${token}`, 200],
    ['surrounding spaces', (token) => `  Bearer   ${token}  `, 200],
    ['nothing', () => '', 401],
    ['only the scheme', () => 'Bearer', 401],
    ['the scheme and a space', () => 'Bearer ', 401],
    ['only the token', (token) => token, 401],
    ['another scheme', (token) => `Basic ${token}`, 401],
    ['the scheme of a second step', (token) => `Pending ${token}`, 401],
    ['two tokens', (token) => `Bearer ${token} ${token}`, 401],
    ['a list', (token) => `Bearer ${token}, Bearer ${token}`, 401],
    ['a token with a suffix', (token) => `Bearer ${token}x`, 401],
    ['a truncated token', (token) => `Bearer ${token.slice(0, -1)}`, 401],
    ['the token in upper case', (token) => `Bearer ${token.toUpperCase()}`, 401],
    ['letters outside ASCII', () => 'Bearer \u00e4\u00f6\u00fc\u00ff', 401],
    ['quotes', () => `Bearer ' or '1'='1`, 401],
    ['a built-in property name', () => 'Bearer __proto__', 401],
    ['thousands of letters', () => `Bearer ${'x'.repeat(8_000)}`, 401],
    ['thousands of spaces', () => `Bearer${' '.repeat(8_000)}x`, 401],
  ])('with %s', async (_what, header, status) => {
    const answer = await raw('/auth/profile', { headers: { authorization: header(user.token) } });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body.code).toBe('UNAUTHORIZED');
  });

  it.each(['Basic dXNlcjpwYXNz', 'Digest username="x"'])(
    'with %s is a call of a visitor',
    async (authorization) => {
      const headers = { authorization };
      expect((await call(server, 'GET', '/items', { headers })).status).toBe(200);
      expect(await call(server, 'GET', '/auth/profile', { headers })).toMatchObject({
        status: 401,
        body: { error: 'Please log in first.', reason: 'SIGN_IN_REQUIRED' },
      });
    },
  );

  it('with an unknown token is refused by public calls and ignored by signing in', async () => {
    const token = 'nobody-has-this';
    expect(await call(server, 'GET', '/items', { token })).toMatchObject({
      status: 401,
      body: { error: 'Your session has ended. Please log in again.' },
    });
    const body = { username: 'nobody', password: 'nothing' };
    expect((await call(server, 'POST', '/auth/login', { token, body })).body.error).toBe(
      'The username or the password is wrong.',
    );
  });
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  const submission = JSON.stringify(itemSubmission());

  it.each<[what: string, status: number, Raw]>([
    [
      'with a charset',
      200,
      { headers: { 'content-type': 'application/json; charset=utf-8' }, body: submission },
    ],
    ['compressed', 200, { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(submission) }],
    ['that is cut off', 400, { headers: json, body: submission.slice(0, -2) }],
    ['that is a list', 400, { headers: json, body: `[${submission}]` }],
    ['that is null', 400, { headers: json, body: 'null' }],
    ['that is a text', 400, { headers: json, body: '"x"' }],
    [
      'deeply nested',
      400,
      { headers: json, body: `{"item_name":${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
    ],
    [
      'with a wrong Content-Encoding',
      400,
      { headers: { ...json, 'content-encoding': 'gzip' }, body: submission },
    ],
    ['that is missing', 400, { headers: json }],
    ['that is one byte too large', 413, { headers: json, body: `"${'x'.repeat(64 * 1024 - 1)}"` }],
    [
      'too large after decompression',
      413,
      { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(`"${'x'.repeat(1e6)}"`) },
    ],
    [
      'of a form',
      415,
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'item_name=x' },
    ],
    ['without a content type', 415, { body: submission }],
    [
      'in an unknown compression',
      415,
      { headers: { ...json, 'content-encoding': 'x-nothing' }, body: submission },
    ],
    [
      'in another charset',
      415,
      { headers: { 'content-type': 'application/json; charset=latin1' }, body: submission },
    ],
    [
      'in UTF-16',
      415,
      {
        headers: { 'content-type': 'application/json; charset=utf-16' },
        body: Buffer.from(submission, 'utf16le'),
      },
    ],
    [
      'in bytes that are not UTF-8',
      400,
      { headers: json, body: Buffer.from(submission.replace('"item_name":"', '$&é'), 'latin1') },
    ],
  ])('%s gets the right status', async (_what, status, request) => {
    const authorization = `Bearer ${user.token}`;
    const before = await salesOf(user);
    const answer = await raw('/items/submit', {
      ...request,
      method: 'POST',
      headers: { ...request.headers, authorization },
    });
    expect(answer.status).toBe(status);
    if (status !== 200)
      expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['error', 'code', 'request_id']));
    if (status === 400) expect(answer.body.details?.join(', ')).toBe(answer.body.error);
    expect(await salesOf(user)).toBe(before + (status === 200 ? 1 : 0));
  });

  it('of a call of tRPC must be UTF-8 too', async () => {
    const body = Buffer.from('{"username":"x","password":"q\xe9x"}', 'latin1');
    const answer = await fetch(`${server.url}/trpc/auth.login`, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { message: 'The body is not text in UTF-8.', data: { code: 'BAD_REQUEST' } },
    });
  });

  it.each(['POST /auth/logout', 'POST /items/submit'])(
    'may be missing without a content type: %s',
    async (route) => {
      const [method, path = ''] = route.split(' ');
      const authorization = `Bearer ${(await makeAccount(server)).token}`;
      expect((await raw(path, { method, headers: { authorization } })).status).not.toBe(415);
    },
  );
});

describe('names of built-in object properties', () => {
  it.each([
    '{"__proto__":{"role":"admin"},',
    '{"constructor":{"prototype":{"role":"admin"}},',
    '{"toString":1,',
  ])('are unknown fields: %s', async (start) => {
    const body = start + JSON.stringify(itemSubmission()).slice(1);
    expect(await call(server, 'POST', '/items/submit', { token: user.token, body })).toMatchObject({
      status: 400,
      body: { details: [expect.stringMatching(/^Unknown field: (__proto__|constructor|toString)$/)] },
    });
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])('are not a setting: %s', async (key) => {
    const request = { token: admin.token, body: { value: 'true' } };
    expect(await call(server, 'PATCH', `/admin/settings/${key}`, request)).toMatchObject({ status: 404 });
  });
});

it('does not trust the forwarding and request id headers of a client', async () => {
  const body = JSON.stringify({ username: user.user.username, password: 'wrong' });
  const claims = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'mine' };
  const headers = { 'content-type': 'application/json', ...claims };
  const { request_id } = (await raw('/auth/login', { method: 'POST', headers, body })).body;
  expect(request_id).not.toBe('mine');
  const [trace] = await server.sql('select ip from audit_event where request_id = ?', [request_id]);
  expect(trace).toEqual({ ip: '127.0.0.1' });
});

/** Any JSON value, including texts with every character. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('\u0000', '\ud800', '\\', '%', "'", '2026-02-29', '9'.repeat(400)),
);

describe('arbitrary input', () => {
  const RUNS = { numRuns: 150, seed: 20_260_312 };
  const targets = async () => ({
    item: await makeSale(server, { by: user }),
    pokemon: await makeSale(server, { by: user, kind: 'pokemon' }),
  });

  it('in a field is accepted or refused, and never an internal error', async () => {
    const { item, pokemon } = await targets();
    const decision = { status: 'approved', review_notes: '', version: 999 };
    const calls = [
      ['POST', '/items/submit', itemSubmission()],
      ['POST', '/pokemon/submit', { ...pokemonSubmission(), level: 1, is_shiny: true, held_item: null }],
      [
        'PATCH',
        `/items/${item}`,
        itemSubmission({ date_sold: undefined, proof_url: undefined, version: 999 }),
      ],
      [
        'PATCH',
        `/pokemon/${pokemon}`,
        { ...pokemonSubmission({ date_sold: undefined, proof_url: undefined }), version: 999 },
      ],
      ['PATCH', `/items/${item}/status`, decision],
      ['PATCH', '/admin/settings/catalogue_generation', { value: '5' }],
      ['POST', '/auth/login', { username: 'nobody', password: 'nothing' }],
      ['POST', '/auth/register', { username: 'nobody', email: 'nobody', password: 'nothing' }],
    ] as const;
    const request = fc
      .constantFrom(...calls)
      .chain(([method, path, body]) =>
        fc.tuple(fc.constant({ method, path, body }), fc.constantFrom(...Object.keys(body)), anything),
      );
    await fc.assert(
      fc.asyncProperty(request, async ([{ method, path, body }, field, value]) => {
        const answer = await call(server, method, path, {
          token: admin.token,
          body: { ...body, [field]: value },
        });
        expect(answer.status).toBeLessThan(500);
      }),
      RUNS,
    );
  });

  it('in a URL is accepted or refused, and never an internal error', async () => {
    const parameters = [
      'item_name',
      'page',
      'limit',
      'min_price',
      'date_from',
      'status',
      'sort',
      'exact',
      'query',
    ];
    const paths = fc.oneof(
      fc
        .tuple(fc.constantFrom(...parameters), anything)
        .map(([key, value]) => `/items?${new URLSearchParams({ [key]: String(value) })}`),
      fc
        .tuple(
          fc.constantFrom(
            '/items/price-history/',
            '/pokemon/sprite/1/',
            '/pokemon/search/autocomplete?query=',
          ),
          anything,
        )
        .map(([start, value]) => start + encodeURIComponent(String(value).toWellFormed())),
    );
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        expect((await call(server, 'GET', path)).status).toBeLessThan(500);
      }),
      RUNS,
    );
  });
});
